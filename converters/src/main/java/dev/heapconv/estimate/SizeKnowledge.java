package dev.heapconv.estimate;

/** What share of a profile's bytes had its objects counted by which knowledge of sizes. */
final class SizeKnowledge {

  /** Where the sizes of a stack are known from. */
  enum KnowledgeSource {
    RECORDED("recorded"),
    CODE("from the code of the program"),
    SAME_STACK("from the same stacks of reference recordings"),
    SIMILAR_STACKS("from similar stacks of reference recordings"),
    STACK("inferred from the recording");

    private final String text;

    KnowledgeSource(String text) {
      this.text = text;
    }
  }

  private final double[] bytes = new double[KnowledgeSource.values().length];
  private final boolean reference;

  /**
   * @param reference whether there are reference recordings: the share of the same stacks is stated
   *     even if it is 0
   */
  SizeKnowledge(boolean reference) {
    this.reference = reference;
  }

  /**
   * @param source ordinal of a {@link KnowledgeSource}
   */
  void add(byte source, double more) {
    bytes[source] += more;
  }

  /** A sentence: the shares in percent; empty if there are no bytes. */
  String text() {
    double all = 0;
    for (double part : bytes) {
      all += part;
    }
    if (all == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (KnowledgeSource source : KnowledgeSource.values()) {
      long percent = Math.round(100 * bytes[source.ordinal()] / all);
      if (percent > 0 || reference && source == KnowledgeSource.SAME_STACK) {
        text.append(text.length() == 0 ? "allocation sizes by share of the bytes: " : ", ");
        text.append(percent).append(" % ").append(source.text);
      }
    }
    return text.toString();
  }
}
