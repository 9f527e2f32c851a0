package dev.heapconv.unskew.samples;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heapconv.unskew.samples.ScalingEvidence.Kind;
import dev.heapconv.unskew.samples.ScalingEvidence.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScalingEvidenceTest {

  /** How a producer makes numbers of the samples of a stack. */
  private enum Producer {
    RAW,
    PER_STACK,
    PER_SAMPLE,
    RANDOM_WEIGHTS
  }

  private static Verdict of(long interval, long[]... stacks) {
    ScalingEvidence evidence = new ScalingEvidence();
    for (long[] stack : stacks) {
      evidence.add(stack[0], stack[1]);
    }
    return evidence.of(interval, false);
  }

  @Test
  void rawSumsOfOneSizeAreSeenThoughEveryStackIsHeavierThanTheInterval() {
    Verdict verdict =
        of(16384, new long[] {990, 63360}, new long[] {1246, 1275904}, new long[] {200, 20000000});
    assertEquals(Kind.RAW, verdict.kind());
  }

  @Test
  void aStackBelowTheIntervalRefutesScaling() {
    assertEquals(Kind.RAW, of(524288, new long[] {3, 192}).kind());
  }

  /**
   * Of three stacks, two are lighter than any scaled one, and no sampler's interval is so small.
   */
  @Test
  void stacksBelowTheIntervalRefuteScalingIfTheyAreMost() {
    long[] large = {152, 637_534_208};
    long[] light = {7, 448};
    assertEquals(Kind.RAW, of(1 << 20, large, new long[] {66, 270_336}, light).kind());
    assertEquals(Kind.UNDECIDED, of(1 << 20, large, large, light).kind());
    assertEquals(Kind.UNDECIDED, of(1 << 20, large, light).kind());
  }

  /** At 512 bytes, the smallest interval of any sampler, one sample of them would weigh 538. */
  @Test
  void aStackThatSomeIntervalExplainsRefutesNone() {
    assertEquals(Kind.RAW, of(524_288, new long[] {9, 538}).kind());
    assertEquals(Kind.UNDECIDED, of(524_288, new long[] {9, 539}).kind());
  }

  /** Both columns may have been rounded, and the sampler may draw by a byte more. */
  @Test
  void aStackIsBelowTheIntervalIfItIsByMoreThanRounding() {
    assertEquals(Kind.RAW, of(600, new long[] {9, 530}).kind());
    assertEquals(Kind.UNDECIDED, of(600, new long[] {9, 533}).kind());
    assertEquals(Kind.RAW, of(600, new long[] {9, 531}).kind());
    assertEquals(Kind.UNDECIDED, of(599, new long[] {9, 531}).kind());
  }

  private static final int T = 1 << 20;

  /** Stacks that weigh n intervals each, by allocations of 64 bytes or a little more. */
  private static Kind ofStacks(int light, int heavy, double... others) {
    ScalingEvidence evidence = new ScalingEvidence();
    for (int i = 0; i < light; i++) {
      evidence.add(7, 448 + i % 5);
    }
    for (int i = 0; i < heavy; i++) {
      evidence.add((long) (2.5 * T) / (65 + i), (long) (2.5 * T));
    }
    for (double other : others) {
      evidence.add(Math.round(other * T / 64), Math.round(other * T));
    }
    return evidence.of(T, false).kind();
  }

  /** Two to the 14th is more than the odds that decide. */
  @Test
  void fewStacksBelowTheIntervalRefuteScalingIfNoLightOneWasScaled() {
    assertEquals(Kind.UNDECIDED, ofStacks(13, 15));
    assertEquals(Kind.RAW, ofStacks(14, 15));
    assertEquals(Kind.RAW, ofStacks(13, 15, 1.5));
  }

  @Test
  void lightStacksThatWereScaledSpeakAgainstRawOnes() {
    double oneSample = 1 + 32.0 / T;
    assertEquals(Kind.UNDECIDED, ofStacks(14, 15, oneSample));
    assertEquals(Kind.UNDECIDED, ofStacks(20, 25, oneSample));
    assertEquals(Kind.RAW, ofStacks(25, 30, oneSample));
    assertEquals(Kind.RAW, ofStacks(25, 30, oneSample, oneSample));
  }

  /** One allocation that may have been rounded to one. */
  @Test
  void aStackOfUnknownSamplesSaysNothingOfLightOnes() {
    ScalingEvidence evidence = new ScalingEvidence();
    for (int i = 0; i < 13; i++) {
      evidence.add(7, 448);
      evidence.add((long) (2.5 * T) / (65 + i), (long) (2.5 * T));
    }
    evidence.add(1, (long) (0.9 * T));
    assertEquals(Kind.UNDECIDED, evidence.of(T, false).kind());
  }

  /** Stacks of one sample that were scaled by their means weigh as much as those of tcmalloc. */
  @Test
  void exactStacksDoNotMakeMeansOfStacksRandomWeights() {
    for (Producer producer : new Producer[] {Producer.PER_STACK, Producer.RANDOM_WEIGHTS}) {
      ScalingEvidence evidence = profile(new Random(5), producer, 524_288, 60, false);
      evidence.add(3, 1000);
      Verdict verdict = evidence.of(524_288, false);
      assertEquals(Kind.SCALED, verdict.kind());
      assertEquals(producer == Producer.PER_STACK, verdict.byMean(), producer + "");
    }
  }

  /** One sample of size a weighs from T to T + a, and a half more if the mean hides two sizes. */
  @Test
  void randomWeightsAreAtMostOneAndAHalfSizesAboveTheInterval() {
    for (double above : new double[] {1.2, 2.7}) {
      ScalingEvidence evidence = new ScalingEvidence();
      for (int i = 0; i < 12; i++) {
        int size = 16_384 + 64 * i;
        long bytes = (long) (T + above * size);
        evidence.add(bytes / size, bytes);
      }
      Verdict verdict = evidence.of(T, false);
      assertEquals(above < 1.5, verdict.kind() == Kind.SCALED, "T + " + above + " a");
    }
  }

  /** The other stacks are heavier than the stated interval, which bounds the error of all. */
  @Test
  void lightStacksThatWereScaledWithASmallerIntervalMakeAScaledFile() {
    ScalingEvidence evidence = new ScalingEvidence();
    double smaller = 0.7 * T;
    for (int i = 1; i <= 20; i++) {
      long size = 16L + 8 * i;
      double objects = -1 / Math.expm1(-size / smaller);
      evidence.add(Math.round(objects), Math.round(objects * size));
    }
    evidence.add(20_000, (long) (1.2 * T));
    assertEquals(new Verdict(Kind.SCALED, T, true), evidence.of(T, false));
  }

  private static boolean areHits(long[]... stacks) {
    ScalingEvidence evidence = new ScalingEvidence();
    for (long[] stack : stacks) {
      evidence.add(stack[0], stack[1]);
    }
    return evidence.areHits(4096);
  }

  @Test
  void hitsAreMultiplesOfTheIntervalInTwoSmallStacksAndInMost() {
    long[] whole = {3, 8192};
    long[] other = {3, 8200};
    assertEquals(false, areHits(whole));
    assertEquals(true, areHits(whole, whole));
    assertEquals(true, areHits(whole, whole, other));
    assertEquals(false, areHits(whole, whole, other, other));
    assertEquals(false, areHits(new long[] {2, 8192}, new long[] {3, 12_288}), "not small");
  }

  /** Stacks of hits that are each worth a unit: their objects have no divisor in common. */
  private static long hitInterval(int stacks, long unit, long objectsUnit) {
    ScalingEvidence evidence = new ScalingEvidence();
    // Heavier ones, and those whose mean is a whole number, do not count.
    evidence.add(12, 12 * 64);
    for (int i = 0; i < stacks; i++) {
      evidence.add((7 + 4L * i) * objectsUnit, (1 + i % 3) * unit);
    }
    return evidence.hitInterval();
  }

  @Test
  void eightStacksOfHitsShowTheirInterval() {
    assertEquals(4096, hitInterval(8, 4096, 1));
    assertEquals(0, hitInterval(7, 4096, 1));
    assertEquals(512, hitInterval(8, 512, 1));
    assertEquals(0, hitInterval(8, 511, 1), "no sampler has such an interval");
    assertEquals(0, hitInterval(8, 4096, 5), "a program that does everything five times");
    assertEquals(4096, hitInterval(30, 4096, 1));
  }

  /** The lightest sixteen tell; those that weigh as much may be allocations of any size. */
  @Test
  void heavyStacksDoNotHideHits() {
    ScalingEvidence evidence = new ScalingEvidence();
    for (int i = 0; i < 16; i++) {
      evidence.add(7 + 4L * i, 4096);
    }
    for (int i = 0; i < 16; i++) {
      evidence.add(1001, 4096 * 100 + 1 + i);
    }
    // Half of all that are small are whole: that is not most.
    assertEquals(0, evidence.hitInterval());
    evidence.add(9, 4096);
    assertEquals(4096, evidence.hitInterval());
  }

  @Test
  void nothingIsNoHit() {
    assertEquals(0, new ScalingEvidence().hitInterval());
    ScalingEvidence evidence = new ScalingEvidence();
    evidence.add(0, 8192);
    evidence.add(3, 0);
    evidence.add(3, 8192);
    assertEquals(false, evidence.areHits(4096), "only one");
    assertEquals(false, evidence.areHits(1));
    evidence.add(1, 8192);
    assertEquals(false, evidence.areHits(4096), "as large as two intervals");
    evidence.add(3, 12_287);
    assertEquals(false, evidence.areHits(4096));
  }

  /** Producers that state the size of each row scale. */
  @Test
  void stacksOfStatedSizesAreNotRaw() {
    ScalingEvidence evidence = new ScalingEvidence();
    evidence.add(3, 192);
    assertEquals(Kind.UNDECIDED, evidence.of(524288, true).kind());
  }

  /** The sum of a scaled profile and of one that recorded everything. */
  @Test
  void exactStacksDoNotHideThatOthersAreScaled() {
    Random random = new Random(61);
    for (int exact : new int[] {1, 40, 400}) {
      ScalingEvidence evidence = new ScalingEvidence();
      add(evidence, random, Producer.PER_STACK, 524_288, 40, false);
      for (int i = 0; i < exact; i++) {
        long objects = 1 + random.nextInt(20);
        evidence.add(objects, objects * (16 + 8 * random.nextInt(30)));
      }
      Verdict verdict = evidence.of(524_288, false);
      assertEquals(Kind.SCALED, verdict.kind(), exact + " exact stacks");
      assertEquals(524_288, verdict.interval());
    }
  }

  @Test
  void oneStackAboveTheIntervalDecidesNothing() {
    assertEquals(Kind.UNDECIDED, of(524288, new long[] {8000, 800000}).kind());
    assertEquals(Kind.UNDECIDED, of(524288, new long[] {100, 52428800}).kind());
  }

  @Test
  void oneSampleTellsAnIntervalThatIsAPowerOfTwo() {
    assertEquals(new Verdict(Kind.SCALED, 524288, true), of(0, new long[] {8192, 524320}));
  }

  /** pprof adds up profiles of any intervals, and states the largest. */
  @Test
  void aFileOfTwoIntervalsHasTheLargest() {
    ScalingEvidence evidence = new ScalingEvidence();
    for (int i = 1; i <= 20; i++) {
      long size = 16L + 8 * i;
      for (long interval : new long[] {32768, 524288}) {
        double objects = (1 + i % 4) / -Math.expm1(-(double) size / interval);
        evidence.add(Math.round(objects), Math.round(objects * size));
      }
    }
    assertEquals(524288, evidence.of(524288, false).interval());
    assertEquals(524288, evidence.of(0, false).interval());
    assertEquals(524288, evidence.of(4096, false).interval());
    assertEquals(1 << 20, evidence.of(1 << 20, false).interval());
  }

  /**
   * Producers of a few hundred profiles: none is taken for another, and of those with stacks enough
   * nearly all are recognised, with the interval that they state, and most without.
   */
  @Test
  void simulatedProducersAreWhatTheyAre() {
    Random random = new Random(46);
    List<String> wrong = new ArrayList<>();
    int decided = 0;
    int files = 0;
    for (int i = 0; i < 400; i++) {
      long interval = 1024L << random.nextInt(12);
      Producer producer = Producer.values()[i % 4];
      ScalingEvidence evidence = profile(random, producer, interval, 60, i % 3 == 0);
      Verdict verdict = evidence.of(interval, false);
      Kind truth = producer == Producer.RAW ? Kind.RAW : Kind.SCALED;
      boolean isRight = verdict.kind() == truth;
      files++;
      decided += isRight ? 1 : 0;
      if (verdict.kind() != Kind.UNDECIDED && !isRight) {
        wrong.add(producer + " " + interval + ": " + verdict);
      }
      Verdict unstated = evidence.of(0, false);
      if (unstated.kind() == Kind.RAW
          || (unstated.kind() == Kind.SCALED
              && (truth == Kind.RAW
                  || Math.abs(unstated.interval() / (double) interval - 1) > .02))) {
        wrong.add(producer + " " + interval + " unstated: " + unstated);
      }
    }
    int decidedFiles = decided;
    int all = files;
    assertAll(
        () -> assertEquals(List.of(), wrong),
        () -> assertTrue(decidedFiles >= .95 * all, decidedFiles + " of " + all));
  }

  @Test
  void theSumOfProfilesWithSeveralIntervalsIsScaled() {
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      ScalingEvidence evidence = new ScalingEvidence();
      add(evidence, random, Producer.PER_STACK, 524288, 40, false);
      add(evidence, random, Producer.PER_STACK, 131072, 40, false);
      assertTrue(evidence.of(524288, false).kind() != Kind.RAW);
    }
  }

  private static ScalingEvidence profile(
      Random random, Producer producer, long interval, int stacks, boolean oneSize) {
    ScalingEvidence evidence = new ScalingEvidence();
    add(evidence, random, producer, interval, stacks, oneSize);
    return evidence;
  }

  private static void add(
      ScalingEvidence evidence,
      Random random,
      Producer producer,
      long interval,
      int stacks,
      boolean oneSize) {
    for (int stack = 0; stack < stacks; stack++) {
      int samples = 1 + (int) Math.floor(-Math.log(random.nextDouble()) * 3);
      double mean = Math.exp(3 + 4 * random.nextDouble());
      double spread = oneSize ? 0 : 1.5 * random.nextDouble();
      double count = 0;
      double bytes = 0;
      long recorded = 0;
      for (int i = 0; i < samples; i++) {
        long size = Math.max(8, Math.round(mean * Math.exp(spread * random.nextGaussian())));
        double p = -Math.expm1(-(double) size / interval);
        double weight =
            switch (producer) {
              case RAW, PER_STACK -> 1;
              case PER_SAMPLE -> 1 / p;
              case RANDOM_WEIGHTS -> (interval + random.nextDouble() * size) / size;
            };
        count += weight;
        bytes += weight * size;
        recorded += size;
      }
      if (producer == Producer.PER_STACK) {
        double weight = -1 / Math.expm1(-(double) recorded / samples / interval);
        count *= weight;
        bytes *= weight;
      }
      evidence.add((long) count, (long) bytes);
    }
  }
}
