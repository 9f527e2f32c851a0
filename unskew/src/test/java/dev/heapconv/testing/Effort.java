package dev.heapconv.testing;

import java.util.List;

/**
 * How much a test repeats: a little while a person waits for {@code ./mvnw verify}, all of it in
 * the nightly build, which the variable {@code CI} makes of the same tests.
 */
public final class Effort {

  private static final boolean NIGHTLY = "true".equals(System.getenv("CI"));

  private Effort() {}

  /** Whether this is the nightly build. */
  public static boolean isNightly() {
    return NIGHTLY;
  }

  /** A number of repetitions, or a size: {@code few}, or {@code all} in the nightly build. */
  public static int of(int few, int all) {
    return NIGHTLY ? all : few;
  }

  /** The cases of a test: the first {@code few}, or all in the nightly build. */
  public static <T> List<T> of(int few, List<T> all) {
    return NIGHTLY ? all : all.subList(0, Math.min(few, all.size()));
  }
}
