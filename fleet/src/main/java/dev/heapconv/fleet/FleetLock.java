package dev.heapconv.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the lock of a table says of the process that holds it. */
final class FleetLock {

  /** How the names of locks begin. */
  static final String PREFIX = ".heapconv-lock-";

  private static final Pattern HOLDER =
      Pattern.compile(
          "process (\\d{1,18}) on (\\S+) since (\\d{4}-\\d\\d-\\d\\dT[0-2]\\d:[0-5]\\d:[0-5]\\dZ)");

  /** By how much the time when a process began may be wrong. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(10);

  private FleetLock() {}

  /** What this process writes: {@code process 4711 on host since 2026-11-24T12:00:00Z}. */
  static String holder() {
    return "process "
        + ProcessHandle.current().pid()
        + " on "
        + host()
        + " since "
        + Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Whether a holder was a process of this machine that has ended. */
  static boolean hasEnded(String holder) {
    Matcher words = HOLDER.matcher(holder);
    return words.matches()
        && words.group(2).equals(host())
        && ProcessHandle.of(Long.parseLong(words.group(1)))
            .filter(process -> process.isAlive() && !isYounger(process, words.group(3)))
            .isEmpty();
  }

  /**
   * Whether a process began after a lock was taken: another has the number by now, as in a
   * container that was restarted, where each is number 1.
   */
  private static boolean isYounger(ProcessHandle process, String since) {
    Instant taken = Instant.parse(since);
    return process.info().startInstant().filter(taken.plus(CLOCKS_DIFFER)::isBefore).isPresent();
  }
}
