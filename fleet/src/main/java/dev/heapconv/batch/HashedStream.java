package dev.heapconv.batch;

import dev.heapconv.io.BlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes and counts the bytes that pass through it. */
public final class HashedStream extends BlockStream {

  private final MessageDigest digest = newSha256();
  private long count;

  HashedStream(InputStream in) {
    super(in);
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The hash of a text, in hexadecimal. */
  public static String hashOf(String text) {
    byte[] hash = newSha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  /** The hash of a file's content, in hexadecimal. */
  static String hashOf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new HashedStream(in).hash();
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = in.read(target, offset, length);
    if (n > 0) {
      digest.update(target, offset, n);
      count += n;
    }
    return n;
  }

  @Override
  public void close() {
    // The reader closes it, but the rest still has to be hashed.
  }

  /** The hash of all bytes, in hexadecimal; reads what is left of them. Call it once. */
  String hash() throws IOException {
    transferTo(OutputStream.nullOutputStream());
    return HexFormat.of().formatHex(digest.digest());
  }

  long count() {
    return count;
  }
}
