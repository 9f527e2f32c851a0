package dev.heapconv.code;

import dev.heapconv.code.Value.Import;
import java.util.Set;

/** Functions of the system's libraries with an effect on what is known after a call. */
final class KnownFunctions {

  private static final Set<String> NEVER_RETURN =
      Set.of(
          "abort",
          "exit",
          "_exit",
          "_Exit",
          "quick_exit",
          "__stack_chk_fail",
          "__assert_fail",
          "__assert",
          "__assert2",
          "__assert_rtn",
          "__fortify_fail",
          "__chk_fail",
          "__longjmp_chk",
          "longjmp",
          "_longjmp",
          "siglongjmp",
          "pthread_exit",
          "__cxa_throw",
          "__cxa_rethrow",
          "__cxa_bad_cast",
          "__cxa_bad_typeid",
          "__cxa_throw_bad_array_new_length",
          "__cxa_throw_bad_array_length",
          "__cxa_pure_virtual",
          "__cxa_deleted_virtual",
          "__cxa_call_unexpected",
          "__cxa_call_terminate",
          "__clang_call_terminate",
          "_Unwind_Resume",
          "_ZSt9terminatev",
          "_ZSt10unexpectedv",
          "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");

  private static final Set<String> RETURN_TWICE =
      Set.of(
          "setjmp",
          "_setjmp",
          "__setjmp",
          "sigsetjmp",
          "__sigsetjmp",
          "vfork",
          "getcontext",
          "swapcontext");

  private KnownFunctions() {}

  /** Whether nothing follows a call of a function. What is not known here costs knowledge only. */
  static boolean neverReturns(Value function) {
    return function instanceof Import of
        && (NEVER_RETURN.contains(of.name())
            || (of.name().startsWith("_ZSt") && of.name().contains("__throw_")));
  }

  /** Whether a function returns again, when what was on the stack has changed. */
  static boolean returnsTwice(Value function) {
    return function instanceof Import of && RETURN_TWICE.contains(of.name());
  }

  /** Whether a function that is called last allocates nothing. */
  static boolean allocatesNothing(Value function) {
    return neverReturns(function)
        || (function instanceof Import of
            && (of.name().equals("free")
                || of.name().startsWith("_ZdlPv")
                || of.name().startsWith("_ZdaPv")));
  }
}
