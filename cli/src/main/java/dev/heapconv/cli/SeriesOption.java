package dev.heapconv.cli;

import dev.heapconv.transform.DumpSeries.Evidence;

/** Whether inputs are dumps of one process. */
final class SeriesOption extends OptionGroup {

  private final Flag series =
      flag(
          Heading.SELECTION,
          "--series",
          "The inputs are dumps of one process, a file each, even if nothing in them shows it;"
              + " ordered by their times, or else by the numbers in their names.");

  /**
   * What has to show that they are.
   *
   * @param usual unless the command line says so
   */
  Evidence needed(Evidence usual) {
    return series.isSet() ? Evidence.NONE : usual;
  }
}
