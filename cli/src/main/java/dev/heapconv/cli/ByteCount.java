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
    int shift = 0;
    if (!digits.isEmpty()) {
      int unit = UNITS.indexOf(digits.charAt(digits.length() - 1));
      if (unit >= 0) {
        shift = 10 * (unit + 1);
        digits = digits.substring(0, digits.length() - 1);
      }
    }
    try {
      long bytes =
          new BigDecimal(digits).multiply(BigDecimal.valueOf(1L << shift)).longValueExact();
      if (bytes > 0) {
        return bytes;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below.
    }
    throw new CommandLine.TypeConversionException(
        "'" + text + "' is not a number of bytes such as 4096, 32K or 1.5MiB");
  }
}
