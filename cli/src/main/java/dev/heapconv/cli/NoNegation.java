package dev.heapconv.cli;

import picocli.CommandLine.INegatableOptionTransformer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * No option has a {@code --no-} form that picocli makes. Picocli's own transformer compiles
 * patterns that would find one, at each start.
 */
final class NoNegation implements INegatableOptionTransformer {

  @Override
  public String makeNegative(String optionName, CommandSpec command) {
    return optionName;
  }

  @Override
  public String makeSynopsis(String optionName, CommandSpec command) {
    return optionName;
  }
}
