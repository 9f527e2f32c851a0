package dev.heapconv.writer.svg;

import java.util.Locale;

/** Colours of boxes, as flamegraph.pl chooses them for memory and for differences. */
final class FlameColors {

  /** Of a change that sampling alone may have made. */
  static final String NOISE = "#e6e6e6";

  private static final int SHADES = 1000;

  private FlameColors() {}

  /** The same for a name wherever it stands. */
  static String ofName(String name) {
    int hash = name.hashCode() * 0x9e37_79b9;
    int first = (hash >>> 8) % SHADES;
    int second = (hash >>> 20) % SHADES;
    return color(70 * first / SHADES, 190 + 50 * second / SHADES, 90 + 120 * first / SHADES);
  }

  /**
   * Red for growth, blue for the contrary.
   *
   * @param share of the change in what there is, from -1 to 1
   */
  static String ofChange(double share) {
    int rest = (int) Math.round(210 * (1 - Math.min(1, 0.2 + 0.8 * Math.abs(share))));
    return share > 0 ? color(255, rest, rest) : color(rest, rest, 255);
  }

  private static String color(int red, int green, int blue) {
    return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
  }
}
