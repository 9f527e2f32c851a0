package dev.heapconv.reader.perfetto;

/** Where a packet sequence stands between its dumps, each of which is a run of profile packets. */
enum DumpState {
  /** No profile packet has come yet. */
  UNUSED,

  BETWEEN_DUMPS,

  /** Packets were lost between dumps, and with them perhaps the first ones of the next dump. */
  BEGINNING_MAY_BE_LOST,

  IN_DUMP,

  /** In a dump before whose first packet others were lost, which may be of this dump. */
  IN_DUMP_WITHOUT_BEGINNING,

  /** In a dump of which packets were lost. */
  IN_LOSSY_DUMP,

  /**
   * Packets were lost since the last one that surely belongs to the dump, and with them perhaps its
   * end: those that follow may belong to the next dump.
   */
  END_MAY_BE_LOST;

  DumpState packetsLost() {
    return isInDump() ? END_MAY_BE_LOST : BEGINNING_MAY_BE_LOST;
  }

  /** A profile packet begins a dump or goes on with one. */
  DumpState packetCame() {
    return switch (this) {
      case UNUSED, BETWEEN_DUMPS -> IN_DUMP;
      case BEGINNING_MAY_BE_LOST -> IN_DUMP_WITHOUT_BEGINNING;
      case IN_DUMP, IN_DUMP_WITHOUT_BEGINNING, IN_LOSSY_DUMP, END_MAY_BE_LOST -> this;
    };
  }

  /** The last packet of a dump came. */
  DumpState dumpEnded() {
    return BETWEEN_DUMPS;
  }

  boolean isInDump() {
    return switch (this) {
      case UNUSED, BETWEEN_DUMPS, BEGINNING_MAY_BE_LOST -> false;
      case IN_DUMP, IN_DUMP_WITHOUT_BEGINNING, IN_LOSSY_DUMP, END_MAY_BE_LOST -> true;
    };
  }

  /**
   * What was lost of a dump that ends here.
   *
   * @param any whether packets of the sequence were lost at all
   */
  DumpLoss loss(boolean any) {
    return switch (this) {
      case IN_DUMP_WITHOUT_BEGINNING -> DumpLoss.BEGINNING_IN_DOUBT;
      case IN_LOSSY_DUMP, END_MAY_BE_LOST -> DumpLoss.WITHIN;
      case UNUSED, BETWEEN_DUMPS, BEGINNING_MAY_BE_LOST, IN_DUMP ->
          any ? DumpLoss.BEFORE : DumpLoss.NONE;
    };
  }
}
