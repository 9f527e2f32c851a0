package dev.heapconv.transform;

/** How much of a profile's bytes had their objects counted by which knowledge of sizes. */
final class SizeKnowledge {

  /** From where the sizes of a stack are known. */
  enum Source {
    RECORDED("recorded with their sizes"),
    LABORATORY("by laboratory recordings"),
    FUNCTION("with stacks of the same function"),
    STACK("by each stack alone");

    private final String text;

    Source(String text) {
      this.text = text;
    }
  }

  private final double[] bytes = new double[Source.values().length];

  void add(Source source, double more) {
    bytes[source.ordinal()] += more;
  }

  /** A sentence: the shares in percent; empty if there are no bytes. */
  String text() {
    double all = 0;
    for (double part : bytes) {
      all += part;
    }
    StringBuilder text = new StringBuilder();
    for (Source source : Source.values()) {
      long percent = Math.round(100 * bytes[source.ordinal()] / all);
      if (percent > 0) {
        text.append(text.length() == 0 ? "sizes of the allocations, by bytes: " : ", ");
        text.append(percent).append(" % ").append(source.text);
      }
    }
    return text.toString();
  }
}
