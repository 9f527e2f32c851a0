package dev.heapconv.cli;

import java.math.BigDecimal;
import picocli.CommandLine;

/** Reads the level of an interval: {@code 0.95}, {@code 95%} or {@code 95}. */
final class Level implements CommandLine.ITypeConverter<Double> {

  /** Nobody wants a level below one half, so a number from here on has lost its percent sign. */
  private static final BigDecimal MIN_PERCENT = BigDecimal.valueOf(50);

  @Override
  public Double convert(String text) {
    String number = text.strip();
    boolean percent = number.endsWith("%");
    try {
      BigDecimal level =
          new BigDecimal(percent ? number.substring(0, number.length() - 1).strip() : number);
      percent |= level.compareTo(MIN_PERCENT) >= 0;
      return (percent ? level.movePointLeft(2) : level).doubleValue();
    } catch (NumberFormatException e) {
      throw new CommandLine.TypeConversionException(
          "'" + text + "' is not a level such as 0.95 or 95%");
    }
  }
}
