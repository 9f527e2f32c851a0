package dev.heapconv.batch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Hashes and counts the bytes that pass through it. */
final class HashedStream extends DigestInputStream {

  private static final int MOST_SKIPPED = 16 << 10;

  private long count;

  HashedStream(InputStream in) {
    super(in, newSha256());
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The hash of a text, in hexadecimal. */
  static String hashOf(String text) {
    byte[] hash = newSha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  /** The hash of a file's content, in hexadecimal. */
  static String hashOf(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      HashedStream hashed = new HashedStream(in);
      hashed.drain();
      return hashed.hash();
    }
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count += b < 0 ? 0 : 1;
    return b;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = super.read(target, offset, length);
    count += Math.max(n, 0);
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    return readNBytes((int) Math.max(0, Math.min(n, MOST_SKIPPED))).length;
  }

  @Override
  public void close() {
    // The reader closes it, but the rest still has to be hashed.
  }

  void drain() throws IOException {
    transferTo(OutputStream.nullOutputStream());
  }

  /** The hash of an input that could not be used; null if it cannot even be read. */
  @Nullable String hashOfRest() {
    try {
      drain();
      return hash();
    } catch (IOException e) {
      return null;
    }
  }

  long count() {
    return count;
  }

  /** The hash of what was read, in hexadecimal; call it once. */
  String hash() {
    return HexFormat.of().formatHex(getMessageDigest().digest());
  }
}
