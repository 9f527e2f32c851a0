package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.transform.PartThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads the parts of all inputs. */
final class FleetParts {

  private FleetParts() {}

  /** What to do with a part. */
  @FunctionalInterface
  interface Action {
    /**
     * @param thread number of the thread, from 0; calls with the same one never overlap
     * @param part number of the part
     */
    void accept(int thread, int part) throws IOException;
  }

  /** What reads a part. */
  @FunctionalInterface
  interface Reading {
    void read(InputStream part) throws IOException;
  }

  /** Passes the number of each part to an action, by several threads and in any order. */
  static void forEach(int parts, int threads, Action action) throws IOException {
    AtomicInteger next = new AtomicInteger();
    try {
      PartThreads.run(
          threads,
          threads,
          "fleet",
          thread -> {
            boolean whole = false;
            try {
              for (int at; (at = next.getAndIncrement()) < parts; ) {
                action.accept(thread, at);
              }
              whole = true;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            } finally {
              if (!whole) {
                // The other threads need not go on.
                next.set(parts);
              }
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Reads a part.
   *
   * @throws HeapConvException {@link ErrorId#DAMAGED_FLEET_PART} if it is incomplete or damaged;
   *     its file is deleted, and what {@code rows} has received means nothing
   */
  static void read(FleetTotals.Part part, PartReader reader, FleetPart.Rows rows)
      throws IOException {
    read(part, in -> reader.read(in, rows));
  }

  /** Reads a part, likewise. */
  static void read(FleetTotals.Part part, Reading reading) throws IOException {
    try (InputStream in = Files.newInputStream(part.file())) {
      reading.read(in);
    } catch (IOException e) {
      throw damaged(part, e);
    } catch (RuntimeException e) {
      checkForDamage(part);
      throw e;
    }
  }

  /** The content of a damaged part can mean anything before its checksum is reached. */
  private static void checkForDamage(FleetTotals.Part part) throws IOException {
    try {
      FleetPart.check(part.file());
    } catch (IOException e) {
      throw damaged(part, e);
    }
  }

  private static HeapConvException damaged(FleetTotals.Part part, IOException cause)
      throws IOException {
    Files.deleteIfExists(part.file());
    return HeapConvException.output(ErrorId.DAMAGED_FLEET_PART, part.file().toString())
        .causedBy(cause);
  }
}
