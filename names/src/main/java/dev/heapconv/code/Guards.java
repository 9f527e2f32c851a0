package dev.heapconv.code;

import java.io.IOException;

/**
 * Allocators ask for at least one byte: {@code size == 0 ? 1 : size}. Since 0 is never the size
 * that is looked for, it is enough to know a function where its parameters are not 0.
 */
final class Guards {

  private Guards() {}

  /** What is known of a function if some of its parameters, given as bits, are not 0. */
  @FunctionalInterface
  interface Flows {
    Flow flow(int notZero) throws IOException, UnclearException;
  }

  @FunctionalInterface
  interface Question {
    Value ask(Flow flow) throws IOException, UnclearException;
  }

  /**
   * A size: a constant, or what it is in terms of parameters.
   *
   * @throws UnclearException if it is neither
   */
  static Value through(Flows flows, Question question) throws IOException, UnclearException {
    Flow plain = flows.flow(0);
    Value size = question.ask(plain);
    if (Arithmetic.isOfParameters(size)) {
      return size;
    }
    // If the size is a product that is not 0, no parameter in it is 0: that is all that is assumed.
    int compared = plain.isSmall() ? plain.comparedWithZero() : 0;
    for (int assumed = compared; assumed != 0; assumed = assumed - 1 & compared) {
      Value guarded = question.ask(flows.flow(assumed));
      if (Arithmetic.isProduct(guarded) && (assumed & ~Arithmetic.parameters(guarded)) == 0) {
        return guarded;
      }
    }
    throw new UnclearException(Unclear.VARIES);
  }
}
