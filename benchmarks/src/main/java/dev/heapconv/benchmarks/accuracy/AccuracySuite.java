package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;

/**
 * Measures what heapconv says of the heaps of programs of which every allocation is known, and
 * prints a table for each question. The figures are the same on every run: the seeds are fixed.
 * Start it with {@code benchmarks/accuracy.sh}.
 */
public final class AccuracySuite {

  private AccuracySuite() {}

  /** Prints the tables that the arguments name. */
  public static void main(String[] arguments) throws IOException {
    Settings settings = Settings.parse(arguments);
    for (String block : settings.blocks()) {
      switch (block) {
        case "programs" -> new ProgramsTable(settings).print();
        case "gate" -> new GateTable(settings).print();
        default -> throw new IllegalArgumentException("no table is called " + block);
      }
    }
  }
}
