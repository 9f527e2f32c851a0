package dev.heapconv.cli;

import dev.heapconv.input.DumpChoice;
import picocli.CommandLine;

/** Reads the value of {@code --dump}. */
final class DumpConverter implements CommandLine.ITypeConverter<DumpChoice> {

  @Override
  public DumpChoice convert(String text) {
    try {
      return DumpChoice.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(e.getMessage());
    }
  }
}
