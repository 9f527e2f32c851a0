package dev.heapconv.benchmarks.accuracy;

/** A way to sample single allocations that leaves a sample log or a heap dump in text. */
enum LogScheme {
  TO_SAMPLE("to-sample") {
    @Override
    double chance(int size, double interval) {
      return byBytes(size, interval);
    }
  },
  /** With sizes; without them it is what a trace holds. */
  WEIGHTED("weighted") {
    @Override
    double chance(int size, double interval) {
      return size >= interval ? 1 : recorded(size, interval);
    }
  },
  RECORDED("recorded") {
    @Override
    double chance(int size, double interval) {
      return recorded(size, interval);
    }
  },
  TCMALLOC("tcmalloc") {
    @Override
    double chance(int size, double interval) {
      return byBytes(size + 1L, interval);
    }

    /**
     * A size class much like tcmalloc's: multiples of 8 up to 64, then about eight steps to a power
     * of two, pages above 256 KiB.
     */
    @Override
    long allocated(int requested) {
      long step = 8;
      if (requested > 262_144) {
        step = 8192;
      } else if (requested > 64) {
        step = Math.max(8, Long.highestOneBit(requested - 1L) / 8);
      }
      return Math.max(8, (requested + step - 1) / step * step);
    }
  },
  /** From 5.3 on: a line a stack, cooked so that unskewing the line gives unbiased totals. */
  JEMALLOC_COOKED("jemalloc-5.3") {
    @Override
    double chance(int size, double interval) {
      return recorded(size, interval);
    }
  },
  /** Before: a line of plain sums a stack, which is biased for good where sizes are mixed. */
  JEMALLOC_SUMS("jemalloc-5.2") {
    @Override
    double chance(int size, double interval) {
      return recorded(size, interval);
    }
  };

  private final String id;

  LogScheme(String id) {
    this.id = id;
  }

  /** The name of the scheme in a log. */
  String id() {
    return id;
  }

  boolean isText() {
    return this == JEMALLOC_COOKED || this == JEMALLOC_SUMS;
  }

  /** Chance that an allocation is sampled. */
  abstract double chance(int size, double interval);

  /** Bytes that an allocation counts as. */
  long allocated(int requested) {
    return requested;
  }

  /** Each byte is sampled by itself. */
  private static double byBytes(long bytes, double interval) {
    return -Math.expm1(bytes * Math.log1p(-1 / interval));
  }

  private static double recorded(int size, double interval) {
    return -Math.expm1(-size / interval);
  }
}
