package dev.heapconv.code;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Steps in short, for tests: {@code r7.4 = 30} puts four bytes into register 7, {@code [r4 + -8].8}
 * is memory, {@code M8[...]} what it holds, {@code r1 / r2} one of two, {@code s4(...)} and {@code
 * z4(...)} are extended, and ? is unknown. Numbers are hexadecimal.
 */
final class StepText {

  private StepText() {}

  static String of(List<Step> steps) {
    return steps.stream().map(StepText::of).collect(Collectors.joining("; "));
  }

  private static String of(Step step) {
    if (step instanceof Step.Put put) {
      return "r" + put.register() + "." + put.width() + " = " + of(put.value());
    }
    if (step instanceof Step.Store store) {
      String bytes = store.bytes() == Step.ANY_LENGTH ? "*" : "" + store.bytes();
      return "[" + of(store.address()) + "]." + bytes + " = " + of(store.value());
    }
    if (step instanceof Step.Call call) {
      return "call " + of(call.target());
    }
    if (step instanceof Step.Jump jump) {
      return "jump " + of(jump.target());
    }
    if (step instanceof Step.Branch branch) {
      return "branch " + of(branch.condition(), " ") + Long.toString(branch.target(), 16);
    }
    if (step instanceof Step.Compare compare) {
      return "compare." + compare.width() + " " + of(compare.left()) + ", " + of(compare.right());
    }
    return step.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String of(Step.Condition condition, String after) {
    return condition == Step.Condition.OTHER
        ? ""
        : condition.name().toLowerCase(Locale.ROOT) + after;
  }

  static String of(Value value) {
    if (value instanceof Value.Constant constant) {
      return Long.toString(constant.value(), 16);
    }
    if (value instanceof Value.Register register) {
      return "r" + register.number();
    }
    if (value instanceof Value.Load load) {
      return "M" + load.bytes() + "[" + of(load.address()) + "]";
    }
    if (value instanceof Value.Extend extend) {
      return (extend.signed() ? "s" : "z") + extend.bytes() + "(" + of(extend.value()) + ")";
    }
    if (value instanceof Value.Either either) {
      return of(either.condition(), " ? ") + of(either.first()) + " / " + of(either.second());
    }
    if (value instanceof Value.Binary binary) {
      String sign =
          switch (binary.operator()) {
            case ADD -> "+";
            case SUBTRACT -> "-";
            case MULTIPLY -> "*";
            case AND -> "&";
            case OR -> "or";
            case XOR -> "^";
            case SHIFT_LEFT -> "<<";
            case SHIFT_RIGHT -> ">>";
          };
      return inner(binary.left()) + " " + sign + " " + inner(binary.right());
    }
    return "?";
  }

  private static String inner(Value value) {
    return value instanceof Value.Binary ? "(" + of(value) + ")" : of(value);
  }
}
