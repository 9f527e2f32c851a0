package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures the estimators on recordings with truth and on simulated heaps, and prints one table.
 * The figures are the same on every run: the seeds are fixed. Start it with {@code
 * benchmarks/accuracy.sh}.
 *
 * <p>Arguments: {@code stacks=400} simulated stacks a line, {@code seed=N}, {@code scheme=NAME} for
 * that one only, {@code confidence=0.95}, {@code recordings=DIRECTORY}; a directory without
 * recordings leaves them out.
 */
public final class AccuracySuite {

  private static final long[] INTERVALS = {64, 512, 4096, 32768, 524288};
  private static final long SEED = 20260801;
  private static final int STACKS = 400;

  /** Most stacks hide below a large interval; so many tries are enough for the intervals above. */
  private static final int MOST_TRIES = 20_000;

  private static final List<SimulatedScheme> SCHEMES =
      List.of(
          new WeightedScheme(),
          new RecordedScheme(RecordedScheme.Lines.PER_SIZE),
          new RecordedScheme(RecordedScheme.Lines.COOKED),
          new RecordedScheme(RecordedScheme.Lines.PLAIN_SUMS),
          new ToSampleScheme(),
          new TcmallocScheme());

  private final AccuracyTable table = new AccuracyTable();
  private final int stacks;
  private final long seed;
  private final double confidence;

  private AccuracySuite(int stacks, long seed, double confidence) {
    this.stacks = stacks;
    this.seed = seed;
    this.confidence = confidence;
  }

  /** Prints the table. */
  public static void main(String[] args) throws IOException {
    double confidence = Double.parseDouble(value(args, "confidence", "0.95"));
    AccuracySuite suite =
        new AccuracySuite(
            Integer.parseInt(value(args, "stacks", "" + STACKS)),
            Long.parseLong(value(args, "seed", "" + SEED)),
            confidence);
    String only = value(args, "scheme", "");
    Path recordings = Path.of(value(args, "recordings", "testdata/heapprofd"));
    if (only.isEmpty() || only.equals("weighted")) {
      List<RecordingWithTruth> found = RecordingWithTruth.in(recordings);
      System.out.printf("%d recordings with truth in %s%n", found.size(), recordings);
      for (RecordingWithTruth recording : found) {
        recording.addTo(suite.table, confidence);
      }
    }
    for (SimulatedScheme scheme : SCHEMES) {
      if (only.isEmpty() || only.equals(scheme.name())) {
        suite.simulate(scheme);
      }
    }
    suite.table.print(System.out);
  }

  private static String value(String[] args, String name, String otherwise) {
    String found = otherwise;
    for (String arg : args) {
      if (arg.startsWith(name + "=")) {
        found = arg.substring(name.length() + 1);
      }
    }
    return found;
  }

  /** For each kind of stack so many stacks that were sampled at least once. */
  private void simulate(SimulatedScheme scheme) {
    List<Family> families = new ArrayList<>(Arrays.asList(StackFamily.values()));
    families.addAll(Arrays.asList(FreshFamily.values()));
    for (long interval : INTERVALS) {
      SimulatedScheme.Sampler sampler = scheme.sampler(interval, confidence);
      for (int f = 0; f < families.size(); f++) {
        simulate(
            scheme,
            sampler,
            interval,
            families.get(f),
            new SplittableRandom(seed + 31 * interval + f));
      }
    }
  }

  private void simulate(
      SimulatedScheme scheme,
      SimulatedScheme.Sampler sampler,
      long interval,
      Family family,
      SplittableRandom random) {
    int seen = 0;
    for (int i = 0; i < MOST_TRIES && seen < stacks; i++) {
      SimulatedStack stack = family.draw(interval, random);
      var estimates = sampler.estimate(stack, random);
      if (estimates.isPresent()) {
        seen++;
        table.add(scheme.name(), interval, family.label(), estimates.get(), scheme.truth(stack));
      }
    }
  }
}
