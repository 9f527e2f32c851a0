package dev.heapconv.testing;

/**
 * Checks a property for many values: first for the edges of their ranges in all combinations, then
 * for random ones. Seeds are fixed, and a failure names the values that failed.
 */
public final class Cases {

  private static final long SEED = 20260801;

  /**
   * A prime above the number of edges of any range: multiples of it visit every combination once,
   * and those that are visited first differ in all values.
   */
  private static final long STRIDE = 7919;

  /** What must hold; fails by throwing. */
  @FunctionalInterface
  public interface Property {
    void check(Values values) throws Exception;
  }

  private Cases() {}

  /**
   * Checks a property.
   *
   * @param tries how many random cases there are, and at most as many combinations of edges
   */
  public static void forAll(int tries, Property property) {
    long combinations = 1;
    for (int i = 0; i < Math.min(tries, combinations); i++) {
      Values values = Values.edges(i * STRIDE);
      check(property, values);
      combinations = values.combinations();
    }
    for (int i = 0; i < tries; i++) {
      check(property, Values.random(SEED + i));
    }
  }

  private static void check(Property property, Values values) {
    try {
      property.check(values);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("fails for " + values + ": " + e.getMessage(), e);
    }
  }
}
