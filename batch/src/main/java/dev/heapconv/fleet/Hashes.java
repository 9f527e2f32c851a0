package dev.heapconv.fleet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Hashes {

  private Hashes() {}

  /** A new digest, for one thread. */
  public static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The 32 bytes of the hash. */
  public static byte[] sha256(byte[] bytes) {
    return newSha256().digest(bytes);
  }

  /** The hash of a text in UTF-8, in hexadecimal. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(sha256(text.getBytes(StandardCharsets.UTF_8)));
  }
}
