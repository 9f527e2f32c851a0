package dev.heapconv.fleet;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Finds the numbers of recordings by their names, of which it has only hashes. */
public final class RecordingNumbers implements Serializable {

  private static final long serialVersionUID = 1;

  private final SortedIds ids;

  /**
   * @param inputs names by number
   */
  RecordingNumbers(List<String> inputs) {
    long[] hashes = new long[2 * inputs.size()];
    for (int i = 0; i < inputs.size(); i++) {
      ByteBuffer hash = hash(inputs.get(i));
      hashes[2 * i] = hash.getLong();
      hashes[2 * i + 1] = hash.getLong();
    }
    ids = new SortedIds(inputs.size(), i -> hashes[2 * i], i -> hashes[2 * i + 1]);
  }

  private static ByteBuffer hash(String input) {
    return ByteBuffer.wrap(Hashes.sha256(input.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * The number of a recording.
   *
   * @throws IllegalStateException if it is none of those that were numbered
   */
  public int number(String input) {
    ByteBuffer hash = hash(input);
    return ids.number(hash.getLong(), hash.getLong());
  }
}
