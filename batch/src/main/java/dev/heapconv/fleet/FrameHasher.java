package dev.heapconv.fleet;

import dev.heapconv.model.Mapping;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Hashes what identifies frames: the path and the build id of the mapping, and {@link StoredFrame}.
 * Everything is preceded by its length or has a fixed one. For one thread.
 */
final class FrameHasher {

  private final MessageDigest sha256 = Hashes.newSha256();
  private final byte[] prefix = new byte[2 * Long.BYTES];
  private final ByteBuffer numbers = ByteBuffer.wrap(prefix);

  Hash128 text(String text) {
    add(text);
    return Hash128.of(sha256.digest());
  }

  Hash128 mapping(Mapping mapping) {
    add(mapping.path());
    add(mapping.buildId());
    return Hash128.of(sha256.digest());
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    numbers.putLong(0, bytes.length);
    sha256.update(prefix, 0, Long.BYTES);
    sha256.update(bytes);
  }

  /**
   * @param mapping {@link Hash128#ZERO} if there is none
   * @param frame as stored
   */
  Hash128 frame(Hash128 mapping, byte[] frame, int length) {
    numbers.putLong(0, mapping.high());
    numbers.putLong(Long.BYTES, mapping.low());
    sha256.update(prefix);
    sha256.update(frame, 0, length);
    return Hash128.of(sha256.digest());
  }
}
