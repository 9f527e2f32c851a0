package dev.heapconv.unskew.sizes;

/** Kinds of functions whose name shows which sizes they allocate. */
public enum NamedSizes {
  /** Copies of strings, and strings that the function builds. */
  STRINGS(14, 0.9),
  /** Buffers of files, of one page each. */
  FILE_BUFFERS(4096, 0.4);

  /** Probability that the name is right. */
  private static final double RIGHT = 0.9;

  /** The typical size in bytes. */
  final double bytes;

  /** How much functions differ from it: the standard deviation of the logarithm. */
  private final double deviation;

  NamedSizes(double bytes, double deviation) {
    this.bytes = bytes;
    this.deviation = deviation;
  }

  /**
   * Returns the shares of the functions with this name that allocate sizes around each place, on
   * the scale of ln(allocations for each recorded small one).
   *
   * @param places the places
   * @param shares the shares of all functions
   * @param place the place of the typical size
   */
  double[] shares(double[] places, double[] shares, double place) {
    double[] named = new double[places.length];
    double sum = 0;
    for (int i = 0; i < places.length; i++) {
      double z = (places[i] - place) / deviation;
      named[i] = Math.exp(-z * z / 2);
      sum += named[i];
    }
    for (int i = 0; i < places.length; i++) {
      named[i] = RIGHT * named[i] / sum + (1 - RIGHT) * shares[i];
    }
    return named;
  }
}
