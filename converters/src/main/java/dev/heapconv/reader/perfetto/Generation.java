package dev.heapconv.reader.perfetto;

import org.jspecify.annotations.Nullable;

/**
 * What the ids in the packets of a sequence mean from one clearing of its incremental state to the
 * next, as Perfetto calls it. Rows keep the generation that they were sent in, because ids are
 * resolved when their dump is complete, and by then another generation may have begun.
 */
final class Generation {

  /** Definitions of the sequence; a loss of packets begins another table on top of it. */
  final InternTable interned;

  /** Definitions of one dump (Android 10), which are looked at first. */
  final InternTable inline;

  private int number;

  Generation(int number, InternTable interned, InternTable inline) {
    this.number = number;
    this.interned = interned;
    this.inline = inline;
  }

  /** Where this is the same for two dumps of a sequence, equal ids mean equal stacks. */
  int number() {
    return number;
  }

  /** Ids have other meanings than they had in dumps so far. */
  void renumber(int another) {
    number = another;
  }

  /** A definition; null if an id has none. */
  <T> @Nullable T find(InternTable.Ids<T> kind, long iid) {
    T found = kind.of(inline).get(iid);
    for (InternTable table = interned; found == null && table != null; table = table.base()) {
      found = kind.of(table).get(iid);
    }
    return found;
  }
}
