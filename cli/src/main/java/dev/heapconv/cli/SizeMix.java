package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.unskew.plan.CountPlanner.Size;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * One size, or several with their shares.
 *
 * @param sizes at least one; the shares of several add up to 1
 */
record SizeMix(List<Size> sizes) {

  /** Reads {@code 4K}, or {@code 24:0.9+4K:0.1}. */
  static final class Converter implements CommandLine.ITypeConverter<SizeMix> {
    @Override
    public SizeMix convert(String text) {
      return text.indexOf(':') < 0 ? of(ByteCount.parse(text)) : mix(text);
    }
  }

  static SizeMix of(long bytes) {
    return new SizeMix(List.of(new Size(bytes, 1)));
  }

  private static SizeMix mix(String text) {
    String[] parts = text.split("\\+", -1);
    List<Size> weighted = new ArrayList<>();
    double sum = 0;
    for (String part : parts) {
      int colon = part.indexOf(':');
      if (colon < 0 || parts.length < 2) {
        throw new CommandLine.TypeConversionException(
            "'" + text + "' is not a mix of sizes and shares such as 24:0.9+4K:0.1");
      }
      double share = share(part.substring(colon + 1));
      weighted.add(new Size(ByteCount.parse(part.substring(0, colon)), share));
      sum += share;
    }
    List<Size> sizes = new ArrayList<>();
    for (Size size : weighted) {
      sizes.add(new Size(size.bytes(), size.share() / sum));
    }
    return new SizeMix(List.copyOf(sizes));
  }

  private static double share(String text) {
    try {
      double share = new BigDecimal(text.strip()).doubleValue();
      if (share > 0 && share <= 1e18) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new CommandLine.TypeConversionException(
        "'" + text + "' is not a share; shares are weights above 0 such as 0.9 or 9");
  }

  boolean isSingle() {
    return sizes.size() == 1;
  }

  long largest() {
    long largest = 0;
    for (Size size : sizes) {
      largest = Math.max(largest, size.bytes());
    }
    return largest;
  }

  /** As it can be read again: {@code 4096}, or {@code 24:0.9+4096:0.1}. */
  @Override
  public String toString() {
    if (isSingle()) {
      return Long.toString(largest());
    }
    StringBuilder text = new StringBuilder();
    for (Size size : sizes) {
      text.append(text.isEmpty() ? "" : "+").append(size.bytes()).append(':').append(size.share());
    }
    return text.toString();
  }

  /** For people: {@code 4 KiB}, or {@code 24 B (90.0%) + 4 KiB (10.0%)}. */
  String description() {
    StringBuilder text = new StringBuilder();
    for (Size size : sizes) {
      text.append(text.isEmpty() ? "" : " + ").append(HumanNumbers.size(size.bytes()));
      if (!isSingle()) {
        text.append(" (").append(HumanNumbers.percent(size.share(), 1)).append(')');
      }
    }
    return text.toString();
  }
}
