package dev.heapconv.writer;

import dev.heapconv.model.EstimatedProfile;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one format. Implementations hold no state: one instance serves any number of profiles and
 * threads.
 */
public interface ProfileWriter {

  /**
   * Writes a profile; equal profiles give equal bytes. Does not close {@code out}.
   *
   * @param options what the format leaves open
   */
  void write(EstimatedProfile profile, WriteOptions options, OutputStream out) throws IOException;
}
