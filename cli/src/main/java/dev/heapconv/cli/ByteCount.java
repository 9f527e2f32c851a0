package dev.heapconv.cli;

import java.math.BigDecimal;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Reads a number of bytes: {@code 4096}, {@code 4k}, {@code 4KiB}, {@code 1.5M}. Units are powers
 * of 1024.
 */
final class ByteCount implements CommandLine.ITypeConverter<Long> {

  private static final String UNITS = "KMGTPE";

  @Override
  public Long convert(String text) {
    return parse(text);
  }

  static long parse(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    String digits = upper.endsWith("IB") ? upper.substring(0, upper.length() - 2) : upper;
    if (digits.endsWith("B") && digits.equals(upper)) {
      digits = digits.substring(0, digits.length() - 1);
    }
    return count(digits, UNITS, 1024, text, "a number of bytes such as 4096, 32K or 1.5MiB");
  }

  /**
   * A number above 0 that may end in a unit.
   *
   * @param units in ascending order, each {@code step} times the one before
   * @param text what the user wrote
   * @param wanted what it should be
   */
  static long count(String number, String units, int step, String text, String wanted) {
    int unit = number.isEmpty() ? -1 : units.indexOf(number.charAt(number.length() - 1));
    String digits = unit < 0 ? number : number.substring(0, number.length() - 1);
    try {
      long count =
          new BigDecimal(digits).multiply(BigDecimal.valueOf(step).pow(unit + 1)).longValueExact();
      if (count > 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below.
    }
    throw new CommandLine.TypeConversionException("'" + text + "' is not " + wanted);
  }
}
