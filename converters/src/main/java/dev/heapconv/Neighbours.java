package dev.heapconv;

import java.nio.charset.StandardCharsets;

/**
 * Profiles that stand beside heap profiles, in the same folders and of the same tools, but are
 * none.
 */
final class Neighbours {

  private static final String[][] TEXTS = {
    {"--- contentionz", "it is a lock contention profile"},
    {"--- contention:", "it is a lock contention profile"},
    {"--- mutex:", "it is a lock contention profile"},
    {"--- threadz", "it is a list of threads"},
    {"--- Thread", "it is a list of threads"},
    {"goroutine profile:", "it is a Go goroutine profile"},
    {"threadcreate profile:", "it is a Go thread creation profile"},
    {"goroutine ", "it is a Go stack dump"},
    {"--- profile", "it is a CPU profile"},
    {
      "JAVA PROFILE 1.0",
      "it is a Java heap dump (hprof), which holds objects but not where they were allocated"
    },
  };

  private Neighbours() {}

  /** What an input is, as a clause; null when it is none of them. */
  static String describe(byte[] head) {
    String text =
        new String(head, 0, Math.min(head.length, 1024), StandardCharsets.ISO_8859_1)
            .stripLeading();
    for (String[] entry : TEXTS) {
      if (text.startsWith(entry[0])) {
        return entry[1];
      }
    }
    if (text.startsWith("{")) {
      return describeJson(text);
    }
    return isGperftoolsCpuProfile(head) ? "it is a gperftools CPU profile" : null;
  }

  private static String describeJson(String text) {
    if (text.contains("\"snapshot\"") && text.contains("\"meta\"")) {
      return "it is a V8 heap snapshot, which holds objects but not where they were allocated; use"
          + " node --heap-prof";
    }
    if (text.contains("\"nodes\"")
        && (text.contains("\"callFrame\"") || text.contains("\"startTime\""))) {
      return "it is a V8 CPU profile";
    }
    if (text.contains("\"traceEvents\"")) {
      return "it is a Chrome trace; heap profiles are in Perfetto traces";
    }
    return text.contains("speedscope")
        ? "it is a Speedscope file, which does not keep counts and bytes together"
        : null;
  }

  /** Words 0, 3, 0, period, 0, of 4 or 8 bytes. */
  private static boolean isGperftoolsCpuProfile(byte[] head) {
    for (int word = 4; word <= 8; word += 4) {
      if (head.length >= 5 * word
          && value(head, 0, word) == 0
          && value(head, word, word) == 3
          && value(head, 2 * word, word) == 0
          && value(head, 3 * word, word) > 0
          && value(head, 4 * word, word) == 0) {
        return true;
      }
    }
    return false;
  }

  private static long value(byte[] head, int at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | head[at + i] & 0xff;
    }
    return value;
  }
}
