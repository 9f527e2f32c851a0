package dev.heapconv.benchmarks;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
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

/** Writing a profile that is in memory: with and without compression. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PprofWriting {

  @Param({"testdata/heapprofd/python_i4096.pftrace", "testdata/heapprofd/cc1plus_i512.pftrace"})
  public String recording;

  @Param({"pprof", "pprof-plain"})
  public String formatId;

  private Format format;
  private EstimatedProfile profile;

  @Setup
  public void read() throws IOException {
    format = Format.ofId(formatId).orElseThrow();
    profile =
        HeapConv.unskew(
            HeapConv.read(InputSource.file(Path.of(recording)), ReadOptions.DEFAULT),
            UnskewOptions.DEFAULT);
  }

  @Benchmark
  public void write() throws IOException {
    HeapConv.write(
        profile, format, new WriteOptions("benchmark", null), OutputStream.nullOutputStream());
  }
}
