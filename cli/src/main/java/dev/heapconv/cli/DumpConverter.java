package dev.heapconv.cli;

import dev.heapconv.select.Selection.DumpSelector;
import picocli.CommandLine;

/** Reads the value of {@code --dump}. */
final class DumpConverter implements CommandLine.ITypeConverter<DumpSelector> {

  @Override
  public DumpSelector convert(String text) {
    try {
      return DumpSelector.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(e.getMessage());
    }
  }
}
