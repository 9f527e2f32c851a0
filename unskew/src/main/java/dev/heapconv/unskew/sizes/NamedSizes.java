package dev.heapconv.unskew.sizes;

/** Which sizes a function allocates whose name tells what it is for. */
public enum NamedSizes {
  /** Copies of strings, and strings that it puts together. */
  STRINGS(14, 0.9),
  /** Buffers of files: a page each. */
  FILE_BUFFERS(4096, 0.4);

  /** How often the name is right. */
  private static final double RIGHT = 0.9;

  /** The usual size in bytes. */
  final double bytes;

  /** How far functions are from it: deviation of the logarithm. */
  private final double deviation;

  NamedSizes(double bytes, double deviation) {
    this.bytes = bytes;
    this.deviation = deviation;
  }

  /**
   * Shares of the functions with the name that allocate sizes around each place, on the scale of
   * ln(allocations for each recorded small one).
   *
   * @param shares those of all functions
   * @param place that of the usual size
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
