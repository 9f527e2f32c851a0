package dev.heapconv.benchmarks;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
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
 * Estimating the stacks of a recording once the code is compiled and tables are there; {@link
 * dev.heapconv.benchmarks.accuracy.EstimationSpeed} measures the first time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class Estimation {

  @Param("testdata/heapprofd/cc1plus_i512.pftrace")
  public String recording;

  private RecordedProfile recorded;

  @Setup
  public void read() throws IOException {
    recorded = HeapConv.read(InputSource.file(Path.of(recording)), ReadOptions.DEFAULT);
  }

  @Benchmark
  public EstimatedProfile estimate() {
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }
}
