package dev.heapconv.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What the lock of a table says of the process that holds it. */
public final class FleetLock {

  /** How the names of locks begin. */
  public static final String PREFIX = ".heapconv-lock-";

  /** The lock of who writes whole days. */
  public static final String NAME = PREFIX + "part-1-of-1";

  private FleetLock() {}

  /** What this process writes: {@code process 4711 on host since 2026-11-24T12:00:00Z}. */
  public static String holder() {
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
  public static boolean hasEnded(String holder) {
    String[] words = holder.split(" ");
    return words.length > 3
        && words[3].equals(host())
        && words[1].matches("\\d{1,18}")
        && ProcessHandle.of(Long.parseLong(words[1])).filter(ProcessHandle::isAlive).isEmpty();
  }
}
