package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import java.util.List;
import java.util.Map;

/**
 * What the weights of stack samples are.
 *
 * @param unit in words
 * @param multiplier how many units a weight of 1 is, from 1
 */
record SampleCounter(String name, String unit, long multiplier) {

  static final SampleCounter UNKNOWN = new SampleCounter("", "", 1);

  /** By number. */
  private static final List<String> UNITS =
      List.of(
          "an unknown unit",
          "nanoseconds",
          "CPU cycles",
          "instructions",
          "bytes",
          "page faults",
          "cache misses",
          "cache references",
          "branch misses",
          "counts");

  private static final String BYTES = unit(StackSample.Unit.UNIT_BYTES_VALUE);
  private static final String COUNTS = unit(StackSample.Unit.UNIT_COUNT_VALUE);

  /** How producers may write units as text, and how many bytes they are. */
  private static final Map<String, Long> BYTES_OF_UNITS =
      Map.of("B", 1L, "byte", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "kB", 1000L, "MB", 1_000_000L);

  /** Reads a CounterDescriptor message. */
  static SampleCounter of(WireCursor message) {
    int number = (int) message.integer(CounterDescriptor.UNIT_FIELD_NUMBER, 0);
    String unit = message.text(CounterDescriptor.UNIT_STR_FIELD_NUMBER, unit(number));
    long multiplier = message.integer(CounterDescriptor.UNIT_MULTIPLIER_FIELD_NUMBER, 1);
    SampleCounter counter =
        new SampleCounter(
            message.text(CounterDescriptor.NAME_FIELD_NUMBER, ""), unit, Math.max(1, multiplier));
    Long bytes = BYTES_OF_UNITS.get(unit);
    return bytes == null ? counter : new SampleCounter(counter.name, BYTES, counter.times(bytes));
  }

  private static String unit(int number) {
    return number >= 0 && number < UNITS.size() ? UNITS.get(number) : "unit " + number;
  }

  boolean isBytes() {
    return unit.equals(BYTES);
  }

  boolean isCount() {
    return unit.equals(COUNTS);
  }

  /** Whether it is of bytes that were allocated, not freed. */
  boolean isAllocation() {
    return isBytes() && !name.contains("free");
  }

  /** A weight in units; the largest number if it is larger. */
  long times(long weight) {
    long most = Long.MAX_VALUE / multiplier;
    return weight < 0 || weight > most ? Long.MAX_VALUE : weight * multiplier;
  }
}
