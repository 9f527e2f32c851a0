package dev.heapconv.unskew.growth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Corrects p-values for their number: of the tests whose adjusted p-value is at most alpha, a share
 * of at most alpha is expected to be false, and if nothing differs at all, any is found with a
 * probability of at most alpha (Benjamini and Hochberg 1995, Journal of the Royal Statistical
 * Society B 57). Holds for tests that are independent or positively dependent, such as those of
 * parts and of their sum.
 */
public final class FalseDiscoveries {

  private FalseDiscoveries() {}

  /**
   * Whether the adjusted p-value of any test is at most alpha.
   *
   * @param low the p-values up to alpha at least; these alone decide
   * @param tests how many tests there are
   */
  public static boolean isAny(double[] low, int tests, double alpha) {
    double[] ascending = low.clone();
    Arrays.sort(ascending);
    return IntStream.range(0, ascending.length)
        .anyMatch(i -> ascending[i] * ((double) tests / (i + 1)) <= alpha);
  }

  /**
   * @param pValues from 0 to 1, in any order
   * @return the adjusted ones, from 0 to 1, in the same order
   * @throws IllegalArgumentException if one is outside, or not a number
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
