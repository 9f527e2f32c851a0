package dev.heapconv.benchmarks;

import dev.heapconv.HeapConv;
import dev.heapconv.benchmarks.traces.ManyDumpsTrace;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.Selection;
import dev.heapconv.select.Selection.DumpSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Reading a trace of many dumps: finding the row of each sample, and adding up. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DumpReading {

  @Param("44")
  public int dumps;

  @Param("50000")
  public int stacks;

  /** How many of a hundred stacks are not in every dump. */
  @Param({"0", "20"})
  public int changing;

  /** Dumps to keep. */
  @Param({"last", "all"})
  public String dump;

  private Path trace;
  private ReadOptions options;

  @Setup
  public void generate() throws IOException {
    trace = Files.createTempFile("dumps", ".pftrace");
    ManyDumpsTrace.write(trace, dumps, stacks, changing);
    options =
        ReadOptions.DEFAULT.withSelection(
            new Selection(List.of(), List.of(), DumpSelector.parse(dump)));
  }

  @TearDown
  public void delete() throws IOException {
    Files.delete(trace);
  }

  @Benchmark
  public RecordedProfile read() throws IOException {
    return HeapConv.read(InputSource.file(trace), options);
  }
}
