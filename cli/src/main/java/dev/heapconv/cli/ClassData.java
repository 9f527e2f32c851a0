package dev.heapconv.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/**
 * The archive of class data that the launcher gave to Java. The launcher cannot see whether Java
 * takes it: another vendor's build of the same version does not, nor does any after a move.
 */
final class ClassData {

  /** Options may be the reason why a new archive is of no use. */
  static final Duration MIN_AGE = Duration.ofDays(1);

  private ClassData() {}

  /** Deletes the archive if Java rejected it, so that the next run has another one made. */
  static void deleteIfRejected(Instant now) {
    String archive = System.getProperty("heapconv.classdata");
    // The virtual machine shares no classes at all if it rejects an archive.
    if (archive == null || System.getProperty("java.vm.info", "").contains("sharing")) {
      return;
    }
    try {
      Path file = Path.of(archive);
      FileTime made = (FileTime) Files.getAttribute(file, "unix:ctime");
      if (made.toInstant().plus(MIN_AGE).isBefore(now)) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // The next run starts as slowly as this one.
    }
  }
}
