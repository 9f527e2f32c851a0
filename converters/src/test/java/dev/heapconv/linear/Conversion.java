package dev.heapconv.linear;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/** What is measured; loaded by {@link CountingLoader}. */
public final class Conversion {

  private Conversion() {}

  /** Converts an input without estimation, whose cost depends on the numbers. */
  public static void run(byte[] input, String format) throws IOException {
    HeapConv.write(
        Conversions.asRecorded(Conversions.read(input, ReadOptions.DEFAULT)),
        Format.ofId(format).orElseThrow(),
        new WriteOptions("test", null),
        OutputStream.nullOutputStream());
  }
}
