package dev.heapconv.reader.perfetto;

/** Where a packet sequence stands between its dumps, each of which is a run of profile packets. */
enum DumpState {
  /** No profile packet has come yet: what other data sources lose does not matter. */
  UNUSED,

  BETWEEN_DUMPS,

  /** Packets were lost between dumps, and with them perhaps the first ones of the next dump. */
  BEGINNING_MAY_BE_LOST,

  IN_DUMP,

  /** In a dump of which packets were lost, or may have been. */
  IN_LOSSY_DUMP,

  /**
   * Packets were lost since the last one that surely belongs to the dump, and with them perhaps its
   * end: those that follow may belong to the next dump.
   */
  END_MAY_BE_LOST;

  DumpState packetsLost() {
    return switch (this) {
      case UNUSED -> UNUSED;
      case BETWEEN_DUMPS, BEGINNING_MAY_BE_LOST -> BEGINNING_MAY_BE_LOST;
      case IN_DUMP, IN_LOSSY_DUMP, END_MAY_BE_LOST -> END_MAY_BE_LOST;
    };
  }

  /** A profile packet begins a dump or goes on with one. */
  DumpState packetCame() {
    return switch (this) {
      case UNUSED, BETWEEN_DUMPS -> IN_DUMP;
      case BEGINNING_MAY_BE_LOST -> IN_LOSSY_DUMP;
      case IN_DUMP, IN_LOSSY_DUMP, END_MAY_BE_LOST -> this;
    };
  }

  /** The packets since the loss are known to be of the dump before it, or of the next one. */
  DumpState doubtEnded() {
    return this == END_MAY_BE_LOST ? IN_LOSSY_DUMP : this;
  }

  /** The last packet of a dump came. */
  DumpState dumpEnded() {
    return BETWEEN_DUMPS;
  }

  boolean isInDump() {
    return this == IN_DUMP || isLossy();
  }

  /** Whether packets of the dump that goes on are missing, or may be. */
  boolean isLossy() {
    return this == IN_LOSSY_DUMP || this == END_MAY_BE_LOST;
  }
}
