package dev.heapconv.linear;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Growth;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What is measured; loaded by {@link CountingLoader}. */
public final class Conversion {

  private Conversion() {}

  /**
   * Does something with an input, without estimation, whose cost depends on the numbers.
   *
   * @param task a format that it is converted to, or a command
   */
  public static void run(byte[] input, String task) throws IOException {
    DumpSelector dumps =
        switch (task) {
          case "peak" -> DumpSelector.MAX;
          case "growth" -> DumpSelector.ALL;
          default -> DumpSelector.LAST;
        };
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(input, Conversions.dump(dumps)));
    switch (task) {
      case "growth" -> Growth.of(profile, AggregateOptions.DEFAULT, View.SPACE);
      case "merge" -> write(HeapConv.merge(List.of(profile, profile), false), "pprof-plain");
      case "diff" -> write(HeapConv.subtract(profile, profile), "pprof-plain");
      case "peak" -> write(profile, "text");
      default -> write(profile, task);
    }
  }

  private static void write(EstimatedProfile profile, String format) throws IOException {
    HeapConv.write(
        profile,
        Format.ofId(format).orElseThrow(),
        new WriteOptions("test", null),
        OutputStream.nullOutputStream());
  }
}
