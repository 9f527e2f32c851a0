package dev.heapconv.cli;

import picocli.CommandLine.Model.ArgSpec;

/** An option without a value. */
final class Flag extends Argument<Boolean> {

  Flag(ArgSpec spec) {
    super(spec);
  }

  boolean isSet() {
    return valueOr(false);
  }
}
