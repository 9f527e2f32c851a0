package dev.heapconv.code;

import dev.heapconv.code.Value.Binary;
import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Extend;
import dev.heapconv.code.Value.Operator;
import dev.heapconv.code.Value.Parameter;
import dev.heapconv.code.Value.Stack;
import java.util.List;

/**
 * Values that are known: constants, addresses on the stack, functions, and what is computed from
 * parameters. Everything else is {@link Value#UNKNOWN}.
 */
final class Arithmetic {

  /** Of expressions with parameters: no wrapper of an allocator needs more. */
  private static final int MAX_OPERATIONS = 8;

  /** In bytes; more than any stack has. */
  private static final long MAX_STACK = 1L << 40;

  private Arithmetic() {}

  static Value binary(Operator operator, Value left, Value right) {
    if (left instanceof Constant a && right instanceof Constant b) {
      return new Constant(calculate(operator, a.value(), b.value()));
    }
    boolean isAnd = operator == Operator.AND || operator == Operator.MULTIPLY;
    if (isAnd && (left.equals(Value.ZERO) || right.equals(Value.ZERO))) {
      return Value.ZERO;
    }
    boolean swaps =
        left instanceof Constant
            && switch (operator) {
              case ADD, MULTIPLY, AND, OR, XOR -> true;
              case SUBTRACT, SHIFT_LEFT, SHIFT_RIGHT -> false;
            };
    if (swaps) {
      return binary(operator, right, left);
    }
    if (right instanceof Constant by) {
      return withConstant(operator, left, by.value());
    }
    return isOfParameters(left) && isOfParameters(right)
        ? limited(new Binary(operator, left, right))
        : Value.UNKNOWN;
  }

  private static Value withConstant(Operator operator, Value left, long by) {
    boolean isSum = operator == Operator.ADD || operator == Operator.SUBTRACT;
    if (by == 0 && operator != Operator.AND && operator != Operator.MULTIPLY
        || by == 1 && operator == Operator.MULTIPLY
        || by == -1 && operator == Operator.AND) {
      return left;
    }
    if (left instanceof Stack stack) {
      long offset = stack.offset() + (operator == Operator.ADD ? by : -by);
      return isSum && Math.abs(offset) < MAX_STACK ? new Stack(offset) : Value.UNKNOWN;
    }
    if (isSum
        && left instanceof Binary sum
        && sum.operator() == Operator.ADD
        && sum.right() instanceof Constant before) {
      return withConstant(
          Operator.ADD, sum.left(), before.value() + (operator == Operator.ADD ? by : -by));
    }
    if (!isOfParameters(left)) {
      return Value.UNKNOWN;
    }
    return operator == Operator.SUBTRACT
        ? limited(new Binary(Operator.ADD, left, new Constant(-by)))
        : limited(new Binary(operator, left, new Constant(by)));
  }

  private static Value limited(Binary expression) {
    return operations(expression) <= MAX_OPERATIONS ? expression : Value.UNKNOWN;
  }

  private static int operations(Value value) {
    if (value instanceof Binary binary) {
      return 1 + operations(binary.left()) + operations(binary.right());
    }
    return value instanceof Extend extend ? 1 + operations(extend.value()) : 0;
  }

  private static long calculate(Operator operator, long left, long right) {
    return switch (operator) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case SHIFT_LEFT -> left << right;
      case SHIFT_RIGHT -> left >>> right;
    };
  }

  static Value extend(Value value, int bytes, boolean signed) {
    if (bytes >= Long.BYTES) {
      return value;
    }
    int unused = Long.SIZE - 8 * bytes;
    if (value instanceof Constant constant) {
      long cut = constant.value() << unused;
      return new Constant(signed ? cut >> unused : cut >>> unused);
    }
    if (!isOfParameters(value)) {
      return Value.UNKNOWN;
    }
    boolean isSame =
        value instanceof Extend inner && inner.bytes() == bytes && inner.signed() == signed;
    return isSame || operations(value) >= MAX_OPERATIONS
        ? isSame ? value : Value.UNKNOWN
        : new Extend(value, bytes, signed);
  }

  /** Whether a value is computed from parameters and constants. */
  static boolean isOfParameters(Value value) {
    if (value instanceof Binary binary) {
      return isOfParameters(binary.left()) && isOfParameters(binary.right());
    }
    return value instanceof Parameter
        || value instanceof Constant
        || value instanceof Extend extend && isOfParameters(extend.value());
  }

  /** A value with arguments in the place of parameters. */
  static Value with(List<Value> arguments, Value value) {
    if (value instanceof Parameter parameter) {
      return parameter.index() < arguments.size()
          ? arguments.get(parameter.index())
          : Value.UNKNOWN;
    }
    if (value instanceof Binary binary) {
      return binary(
          binary.operator(), with(arguments, binary.left()), with(arguments, binary.right()));
    }
    return value instanceof Extend extend
        ? extend(with(arguments, extend.value()), extend.bytes(), extend.signed())
        : value;
  }

  /** Whether a value is 0 only if one of the parameters in it is 0: these and their products. */
  static boolean isProduct(Value value) {
    if (value instanceof Binary binary) {
      return binary.operator() == Operator.MULTIPLY
          && isProduct(binary.left())
          && isProduct(binary.right());
    }
    return value instanceof Parameter
        || value instanceof Constant
        || value instanceof Extend extend && extend.bytes() == 4 && isProduct(extend.value());
  }

  /** A bit for each parameter in a value. */
  static int parameters(Value value) {
    if (value instanceof Binary binary) {
      return parameters(binary.left()) | parameters(binary.right());
    }
    if (value instanceof Extend extend) {
      return parameters(extend.value());
    }
    return value instanceof Parameter parameter ? 1 << parameter.index() : 0;
  }
}
