package dev.heapconv.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What parts add up to, so that the sums of some parts each add up to that of all. */
public interface PartSums {

  /**
   * Adds a part.
   *
   * @param recording number of the recording
   * @param part as {@link FleetPart#write} wrote it
   * @throws IOException if it is incomplete or damaged; some of it may have been added
   */
  void add(int recording, InputStream part) throws IOException;

  /** Adds what {@link #write} stored. */
  void addAll(InputStream in) throws IOException;

  /** Stores the sums, so that they can be added to others. */
  void write(OutputStream out) throws IOException;
}
