package dev.heapconv.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads a list of file names, as {@code find} prints it. */
final class NameList {

  private static final String UNESCAPED =
      "/.-_!0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private NameList() {}

  /**
   * Reads all names; one that the system's encoding cannot express becomes a {@code file:} URI.
   *
   * @param nul whether names end in NUL characters instead of newlines
   */
  static List<String> read(InputStream stream, boolean nul) throws IOException {
    Charset charset = charset();
    int end = nul ? 0 : '\n';
    List<String> names = new ArrayList<>();
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    InputStream in = new BufferedInputStream(stream);
    for (int b; ; ) {
      b = in.read();
      if (b >= 0 && b != end) {
        name.write(b);
        continue;
      }
      if (name.size() > 0) {
        names.add(name(name.toByteArray(), charset));
        name.reset();
      }
      if (b < 0) {
        return names;
      }
    }
  }

  /** File names come in the encoding of the system, whatever that is. */
  private static Charset charset() {
    String encoding = System.getProperty("sun.jnu.encoding");
    return encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
  }

  private static String name(byte[] bytes, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return uri(bytes);
    }
  }

  private static String uri(byte[] bytes) {
    StringBuilder uri =
        new StringBuilder(bytes[0] == '/' ? "file://" : Path.of("").toUri().toString());
    for (byte b : bytes) {
      if (UNESCAPED.indexOf(b) >= 0) {
        uri.append((char) b);
      } else {
        uri.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return uri.toString();
  }
}
