package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The two lowest layers of the reader: finding packets, and walking every field of them. In the
 * reader's package.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TraceReading {

  @Param("testdata/heapprofd/python_i4096.pftrace")
  public String recording;

  private byte[] trace;

  @Setup
  public void read() throws IOException {
    trace = Files.readAllBytes(Path.of(recording));
  }

  /** Finds each packet and looks into none. */
  @Benchmark
  public int packets() throws IOException {
    PacketScanner scanner =
        new PacketScanner(
            new ByteArrayInputStream(trace), recording, Limits.DEFAULT, field -> true);
    int count = 0;
    while (scanner.next()) {
      count++;
    }
    return count;
  }

  /** Steps over each field of each packet, not into messages. */
  @Benchmark
  public int fields() throws IOException {
    PacketScanner scanner =
        new PacketScanner(
            new ByteArrayInputStream(trace), recording, Limits.DEFAULT, field -> true);
    WireCursor cursor = new WireCursor();
    int count = 0;
    while (scanner.next()) {
      scanner.packet(cursor);
      while (cursor.nextField() != 0) {
        cursor.skip();
        count++;
      }
    }
    return count;
  }
}
