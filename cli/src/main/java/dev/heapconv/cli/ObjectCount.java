package dev.heapconv.cli;

import java.math.BigDecimal;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Reads a number of objects: {@code 4096}, {@code 10k}, {@code 1.5M}, {@code 1e9}. Units are powers
 * of 1000, as in tables.
 */
final class ObjectCount implements CommandLine.ITypeConverter<Long> {

  private static final String UNITS = "KMGT";

  @Override
  public Long convert(String text) {
    String digits = text.strip().toUpperCase(Locale.ROOT);
    int unit = digits.isEmpty() ? -1 : UNITS.indexOf(digits.charAt(digits.length() - 1));
    if (unit >= 0) {
      digits = digits.substring(0, digits.length() - 1);
    }
    try {
      long count = new BigDecimal(digits).scaleByPowerOfTen(3 * (unit + 1)).longValueExact();
      if (count > 0) {
        return count;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below.
    }
    throw new CommandLine.TypeConversionException(
        "'" + text + "' is not a number of allocations such as 500, 10k or 1.5M");
  }
}
