package dev.heapconv.model;

import java.util.Locale;

/**
 * A fact about a process near a dump, beside the numbers of its heaps. Everything that outputs say
 * of a fact is here: texts, JSON, lists of dumps and pages show all facts that are known, in this
 * order.
 */
public enum Fact {
  /** Size of the resident set. */
  RSS("rss", Topic.MEMORY, Unit.BYTES, Place.CLAUSE, "RSS %s"),
  /**
   * Resident memory of the native allocators. What live bytes do not explain of it includes
   * allocations from before profiling began.
   */
  HEAP("heap", Topic.MEMORY, Unit.BYTES, Place.PART, "heap %s"),
  /** Resident memory without a file: that of allocators, stacks and other heaps. */
  ANONYMOUS("anonymous", Topic.MEMORY, Unit.BYTES, Place.PART, "anonymous %s"),
  /** Swapped-out memory of the same part of the process. */
  SWAPPED("swapped", Topic.MEMORY, Unit.BYTES, Place.MORE, " and %s swapped out"),
  /** Time between the measurement of the others and the dump, before or after. */
  APART("apart_nanos", Topic.MEMORY, Unit.NANOS, Place.ASIDE, " (%s from the dump)");

  /** What a fact is about. Facts of one topic are known together. */
  public enum Topic {
    /** The memory of the process. */
    MEMORY;

    /** Returns the name in JSON. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name for people. */
    public String title() {
      return name().charAt(0) + wireName().substring(1);
    }
  }

  /** The unit of the value of a fact. */
  public enum Unit {
    /** Bytes. */
    BYTES(1),
    /** Nanoseconds, of which people are told from a second on. */
    NANOS(1_000_000_000);

    private final long remarkable;

    Unit(long remarkable) {
      this.remarkable = remarkable;
    }
  }

  /** How the words of a fact join those of the facts before it. */
  public enum Place {
    /** They are a clause, and lists of dumps have a column for the fact. */
    CLAUSE,
    /** Likewise, and the fact is a part of the clause before. Only one part is known. */
    PART,
    /** They add to the clause before, and so does the value in lists; 0 is not worth words. */
    MORE,
    /** They end the sentence. */
    ASIDE
  }

  private final String id;
  private final Topic topic;
  private final Unit unit;
  private final Place place;
  private final String words;

  Fact(String id, Topic topic, Unit unit, Place place, String words) {
    this.id = id;
    this.topic = topic;
    this.unit = unit;
    this.place = place;
    this.words = words;
  }

  /** Returns the name in JSON and in lists of dumps. */
  public String id() {
    return id;
  }

  /** Returns what the fact is about. */
  public Topic topic() {
    return topic;
  }

  /** Returns the unit of its value. */
  public Unit unit() {
    return unit;
  }

  /** Returns how its words join those of the facts before it. */
  public Place place() {
    return place;
  }

  /**
   * Returns the fact in words.
   *
   * @param value the value with its unit
   */
  public String words(String value) {
    return words.formatted(value);
  }

  /**
   * Returns whether people are told a value.
   *
   * @param value the value in the unit of the fact
   */
  public boolean isRemarkable(long value) {
    return switch (place) {
      case CLAUSE, PART -> true;
      case MORE, ASIDE -> value >= unit.remarkable;
    };
  }
}
