package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.model.RecordedProfile;
import java.io.IOException;

/**
 * Reads one format. Implementations hold no state: one instance serves any number of inputs and
 * threads.
 */
public interface ProfileReader {

  /**
   * Whether an input is of this format, by its content alone.
   *
   * @param head the beginning of the input, whole if the input is shorter than {@link
   *     Input#HEAD_BYTES}
   */
  boolean accepts(byte[] head);

  /**
   * Reads an input to its end. Damage that leaves something to convert becomes warnings in the
   * result.
   *
   * @throws dev.heapconv.model.HeapConvException if there is nothing to convert, or under {@link
   *     ReadOptions#strict()} if anything is damaged
   */
  RecordedProfile read(Input input, ReadOptions options) throws IOException;
}
