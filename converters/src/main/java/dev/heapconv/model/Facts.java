package dev.heapconv.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a process near a dump. Immutable. A sum of dumps has none, because it belongs to
 * no moment.
 *
 * @param values the value of each known fact in its unit, never negative, in the order of {@link
 *     Fact}
 */
public record Facts(Map<Fact, Long> values) {

  /** Stands for a value that is not known. */
  public static final long UNKNOWN = -1;

  /** No facts. */
  public static final Facts NONE = new Facts(Map.of());

  public Facts {
    Map<Fact, Long> copy = new EnumMap<>(Fact.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  /**
   * Returns the facts of {@link Fact.Topic#MEMORY}.
   *
   * @param rss bytes of the resident set; {@link #UNKNOWN} if unknown
   * @param part the part of the memory that contains the live bytes; null if unknown
   * @param held resident bytes of that part
   * @param swapped swapped-out bytes of that part
   * @param apartNanos time between this measurement and the dump, in nanoseconds
   */
  public static Facts ofMemory(
      long rss, @Nullable Fact part, long held, long swapped, long apartNanos) {
    Facts facts = NONE;
    if (rss >= 0) {
      facts = facts.with(Fact.RSS, rss);
    }
    if (part != null) {
      facts = facts.with(part, held).with(Fact.SWAPPED, swapped);
    }
    return facts.with(Fact.APART, apartNanos);
  }

  /** Returns a copy with one more fact. */
  public Facts with(Fact fact, long value) {
    Map<Fact, Long> more = new EnumMap<>(Fact.class);
    more.putAll(values);
    more.put(fact, value);
    return new Facts(more);
  }

  /** Returns the value of a fact in its unit; {@link #UNKNOWN} if it is not known. */
  public long get(Fact fact) {
    return values.getOrDefault(fact, UNKNOWN);
  }

  /** Returns whether any fact of a topic is known. */
  public boolean has(Fact.Topic topic) {
    return values.keySet().stream().anyMatch(fact -> fact.topic() == topic);
  }

  /** Returns the part of the process's memory that contains its live bytes; null if unknown. */
  public @Nullable Fact part() {
    return values.containsKey(Fact.HEAP)
        ? Fact.HEAP
        : values.containsKey(Fact.ANONYMOUS) ? Fact.ANONYMOUS : null;
  }

  /** Returns the resident and swapped-out bytes of that part; 0 if unknown. */
  public long whole() {
    Fact part = part();
    return part == null ? 0 : get(part) + get(Fact.SWAPPED);
  }
}
