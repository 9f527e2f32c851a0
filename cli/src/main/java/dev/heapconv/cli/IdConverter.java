package dev.heapconv.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Reads one of a closed set of values by its {@code toString}, whatever its capitals; an error
 * lists them all. Picocli's own list has the names of the constants, too.
 */
abstract class IdConverter<E extends Enum<E>> implements CommandLine.ITypeConverter<E> {

  private final E[] values;

  IdConverter(E[] values) {
    this.values = values;
  }

  @Override
  public E convert(String id) {
    for (E value : values) {
      if (value.toString().equalsIgnoreCase(id)) {
        return value;
      }
    }
    throw new CommandLine.TypeConversionException(
        "expected "
            + Arrays.stream(values).map(E::toString).collect(Collectors.joining(", "))
            + " but was '"
            + id
            + "'");
  }
}
