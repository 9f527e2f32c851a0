package dev.heapconv.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
final class Hashes {

  private Hashes() {}

  static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] sha256(byte[] bytes) {
    return newSha256().digest(bytes);
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The hash of a file's content, in hexadecimal. */
  static String ofFile(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      HashedStream hashed = new HashedStream(in);
      hashed.drain();
      return hashed.hash();
    }
  }
}
