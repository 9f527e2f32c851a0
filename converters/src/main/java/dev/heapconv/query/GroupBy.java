package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import java.util.List;
import java.util.Locale;

/** The ways to group stacks into the rows of a table. */
public enum GroupBy {
  /** A function by its name, inlined ones included. */
  FUNCTION("function", "functions", true),
  /** A stack, as the names of its functions: stacks that differ only in addresses are the same. */
  STACK("stack", "stacks", false),
  /** A mapped file, by its path. */
  LIBRARY("library", "libraries", true),
  /** A source file. */
  FILE("source file", "source files", true),
  /** A line of the source in a function; where no line is known, the function. */
  LINE("source line", "source lines", true),
  PROCESS("process", "processes", false),
  /** A heap of a process. */
  HEAP("heap", "heaps", false),
  /** A thread of a process, where the recording says which one allocated. */
  THREAD("thread", "threads", false),
  /** A dump of a heap of a process. */
  DUMP("dump", "dumps", false),
  /** What rows with the same value of a label have in common. */
  LABEL("label", "labels", false),
  /** The functions that the filter finds, and those next to them in stacks. */
  PEEK("function", "functions", false);

  private final String singular;
  private final String plural;
  private final boolean cumulative;

  GroupBy(String singular, String plural, boolean cumulative) {
    this.singular = singular;
    this.plural = plural;
    this.cumulative = cumulative;
  }

  /** Returns its name on the command line and in outputs. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the heading of row names in outputs. */
  public String column() {
    return isOfFunctions() ? FUNCTION.id() : id();
  }

  /** Returns whether rows are functions, which are in libraries. */
  public boolean isOfFunctions() {
    return this == FUNCTION || this == PEEK;
  }

  /** Returns the {@link #id()}, as offered and accepted on a command line. */
  @Override
  public String toString() {
    return id();
  }

  /** Returns its noun for a count, singular or plural. */
  public String noun(int count) {
    return count == 1 ? singular : plural;
  }

  /**
   * Returns whether a stack can pass through several of them: then each has a self value, for the
   * stacks that end in it, and a cumulative one, for all stacks that pass through it.
   */
  public boolean isCumulative() {
    return cumulative;
  }

  /** Returns whether rows are parts of a recording rather than places in the program. */
  public boolean isPartOfRecording() {
    return this == PROCESS || this == HEAP || this == THREAD || this == LABEL || this == DUMP;
  }

  /** Returns whether each row is a part of one heap. */
  public boolean isOfHeap() {
    return this == HEAP || this == DUMP;
  }

  /** Returns the heaps of a profile whose stacks the rows add up. */
  public List<EstimatedHeap> heaps(EstimatedProfile profile) {
    return this == DUMP ? profile.heaps() : profile.latestDumps();
  }
}
