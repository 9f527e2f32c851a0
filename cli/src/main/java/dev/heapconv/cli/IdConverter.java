package dev.heapconv.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Converts the {@code toString} of one of a closed set of values, ignoring case; an error lists
 * them all. Picocli's own list would also contain the names of the constants.
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
