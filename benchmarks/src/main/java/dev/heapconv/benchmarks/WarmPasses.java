package dev.heapconv.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a conversion takes when its code is compiled: processor time of the process, in ms, of one
 * plain pass, of reading, of estimating and of writing as pprof, separated by spaces. Each is the
 * mean of the last of several rounds, which alternate. Arguments: a trace that is not compressed,
 * and for how many seconds each round of each kind lasts.
 */
public final class WarmPasses {

  private static final int ROUNDS = 6;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private WarmPasses() {}

  private interface Step<T> {
    T run() throws IOException;
  }

  public static void main(String[] arguments) throws IOException {
    Path trace = Path.of(arguments[0]);
    double seconds = Double.parseDouble(arguments[1]);
    InputSource source = InputSource.file(trace);
    Unskewing unskewing = new Unskewing(UnskewOptions.DEFAULT);
    WriteOptions options = new WriteOptions("warm", View.SPACE);
    double[] millis = new double[4];
    for (int round = 0; round < ROUNDS; round++) {
      RecordedProfile recorded = HeapConv.read(source, ReadOptions.DEFAULT);
      EstimatedProfile estimated = unskewing.apply(recorded);
      millis[0] = mean(seconds, () -> PlainPass.over(trace));
      millis[1] = mean(seconds, () -> HeapConv.read(source, ReadOptions.DEFAULT));
      millis[2] = mean(seconds, () -> unskewing.apply(recorded));
      millis[3] =
          mean(
              seconds,
              () -> {
                HeapConv.write(estimated, Format.PPROF, options, OutputStream.nullOutputStream());
                return estimated;
              });
    }
    System.out.printf(
        Locale.ROOT, "%.4f %.4f %.4f %.4f%n", millis[0], millis[1], millis[2], millis[3]);
  }

  /** The mean processor time of a step, in ms, over at least this many seconds of it. */
  private static double mean(double seconds, Step<?> step) throws IOException {
    long begin = SYSTEM.getProcessCpuTime();
    long used;
    int count = 0;
    do {
      step.run();
      count++;
      used = SYSTEM.getProcessCpuTime() - begin;
    } while (used < seconds * 1e9);
    return used / 1e6 / count;
  }
}
