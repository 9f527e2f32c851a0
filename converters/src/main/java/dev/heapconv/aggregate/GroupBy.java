package dev.heapconv.aggregate;

import java.util.Locale;

/** What one row of a table is. */
public enum GroupBy {
  /** A function by its name, inlined ones included. */
  FUNCTION("function", "functions", true),
  /** A stack, as the names of its functions: stacks that differ in addresses only are one. */
  STACK("stack", "stacks", false),
  /** A mapped file, by its path. */
  LIBRARY("library", "libraries", true),
  /** A source file. */
  FILE("source file", "source files", true),
  PROCESS("process", "processes", false),
  /** A heap of a process. */
  HEAP("heap", "heaps", false),
  /** A dump of a heap of a process. */
  DUMP("dump", "dumps", false);

  private final String singular;
  private final String plural;
  private final boolean cumulative;

  GroupBy(String singular, String plural, boolean cumulative) {
    this.singular = singular;
    this.plural = plural;
    this.cumulative = cumulative;
  }

  /** What the command line and outputs call it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The {@link #id()}: what a command line offers and accepts. */
  @Override
  public String toString() {
    return id();
  }

  /** What so many are called. */
  public String noun(int count) {
    return count == 1 ? singular : plural;
  }

  /**
   * Whether a stack passes through several of them: then each has a self value, of the stacks that
   * end in it, and a cumulative one, of all stacks that pass through it.
   */
  public boolean isCumulative() {
    return cumulative;
  }

  /** Whether it is a part of a recording rather than a place in the program. */
  public boolean isPartOfRecording() {
    return this == PROCESS || this == HEAP || this == DUMP;
  }
}
