package dev.heapconv.linear;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The steps of the code that {@link CountingLoader} has loaded. */
public final class Work {

  private static long steps;

  private Work() {}

  /** Called at the start of each method and at the end of each turn of a loop. */
  public static void step() {
    steps++;
  }

  // What stands in for methods of the JDK that look at all of something.

  public static boolean contains(Collection<?> all, Object one) {
    steps += all instanceof List ? all.size() : 1;
    return all.contains(one);
  }

  public static int indexOf(List<?> all, Object one) {
    steps += all.size();
    return all.indexOf(one);
  }

  public static void fill(long[] array, long value) {
    steps += array.length;
    Arrays.fill(array, value);
  }

  public static void fill(int[] array, int value) {
    steps += array.length;
    Arrays.fill(array, value);
  }

  public static void fill(int[] array, int from, int to, int value) {
    steps += to - from;
    Arrays.fill(array, from, to, value);
  }

  public static void fill(Object[] array, Object value) {
    steps += array.length;
    Arrays.fill(array, value);
  }

  public static void arraycopy(Object from, int start, Object to, int place, int length) {
    steps += length;
    System.arraycopy(from, start, to, place, length);
  }

  static long steps() {
    return steps;
  }
}
