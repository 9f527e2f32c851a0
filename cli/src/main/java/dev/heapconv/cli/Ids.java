package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine;

/**
 * The ids of a closed set of values, which are what {@code toString} returns: reads one, ignoring
 * case, and lists them all. Picocli's own list would also contain the names of the constants.
 */
final class Ids<E extends Enum<E>> implements CommandLine.ITypeConverter<E>, Iterable<String> {

  private final List<E> values;

  Ids(E[] all) {
    values = new ArrayList<>(List.of(all));
  }

  /** Leaves out a value, which is then unknown. */
  void remove(E value) {
    values.remove(value);
  }

  @Override
  public E convert(String id) {
    for (E value : values) {
      if (value.toString().equalsIgnoreCase(id)) {
        return value;
      }
    }
    throw new CommandLine.TypeConversionException(
        "expected " + String.join(", ", this) + " but was '" + id + "'");
  }

  @Override
  public Iterator<String> iterator() {
    List<String> ids = new ArrayList<>();
    for (E value : values) {
      ids.add(value.toString());
    }
    return ids.iterator();
  }
}
