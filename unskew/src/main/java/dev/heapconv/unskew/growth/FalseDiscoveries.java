package dev.heapconv.unskew.growth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Corrects p-values for the number of tests (Benjamini and Hochberg 1995, Journal of the Royal
 * Statistical Society B 57). Among the tests whose adjusted p-value is at most alpha, the expected
 * share of false findings is at most alpha. If nothing differs at all, the probability of any
 * finding is at most alpha. This holds for tests that are independent or positively dependent, such
 * as tests of parts and of their sum.
 */
public final class FalseDiscoveries {

  private FalseDiscoveries() {}

  /**
   * Whether the adjusted p-value of any test is at most alpha.
   *
   * @param low all p-values up to alpha; you may leave out larger ones, because they cannot decide
   * @param tests number of all tests, including those left out
   * @param alpha the accepted share of false findings, from 0 to 1
   */
  public static boolean isAny(double[] low, int tests, double alpha) {
    double[] ascending = low.clone();
    Arrays.sort(ascending);
    return IntStream.range(0, ascending.length)
        .anyMatch(i -> ascending[i] * ((double) tests / (i + 1)) <= alpha);
  }

  /**
   * Returns the adjusted p-values.
   *
   * @param pValues from 0 to 1, in any order
   * @return the adjusted p-values, from 0 to 1, in the same order
   * @throws IllegalArgumentException if a p-value is NaN or outside 0 to 1
   */
  public static double[] adjusted(double[] pValues) {
    int tests = pValues.length;
    Integer[] descending = new Integer[tests];
    for (int i = 0; i < tests; i++) {
      if (!(pValues[i] >= 0 && pValues[i] <= 1)) {
        throw new IllegalArgumentException("not a p-value: " + pValues[i]);
      }
      descending[i] = i;
    }
    Arrays.sort(descending, Comparator.comparingDouble(i -> -pValues[i]));
    double[] adjusted = new double[tests];
    double least = 1;
    for (int i = 0; i < tests; i++) {
      int test = descending[i];
      least = Math.min(least, pValues[test] * ((double) tests / (tests - i)));
      adjusted[test] = least;
    }
    return adjusted;
  }
}
