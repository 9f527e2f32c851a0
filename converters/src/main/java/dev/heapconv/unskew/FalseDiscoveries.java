package dev.heapconv.unskew;

import java.util.Arrays;

/**
 * Keeps findings among many rows honest: of 1,000 rows without any change, 50 have a p-value below
 * 0.05.
 */
public final class FalseDiscoveries {

  private FalseDiscoveries() {}

  /**
   * The p-values of many tests, adjusted by Benjamini and Hochberg (1995, Journal of the Royal
   * Statistical Society B 57): among the tests with an adjusted value of at most q, a share of q is
   * expected to be false findings. This holds for tests that are independent or positively
   * dependent.
   *
   * @param pValues from 0 to 1, in any order; not changed
   * @return the adjusted values, from 0 to 1, in the same order
   */
  public static double[] adjusted(double[] pValues) {
    double[] sorted = pValues.clone();
    Arrays.sort(sorted);
    int tests = sorted.length;
    double[] bySize = new double[tests];
    double least = 1;
    for (int i = tests - 1; i >= 0; i--) {
      least = Math.min(least, sorted[i] * ((double) tests / (i + 1)));
      bySize[i] = least;
    }
    double[] adjusted = new double[tests];
    for (int i = 0; i < tests; i++) {
      // Equal p-values have equal adjusted ones, so any of them may be found.
      adjusted[i] = bySize[Arrays.binarySearch(sorted, pValues[i])];
    }
    return adjusted;
  }
}
