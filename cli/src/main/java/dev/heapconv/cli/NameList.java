package dev.heapconv.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of file names, as {@code find} prints it. */
final class NameList {

  private NameList() {}

  /**
   * @param nul whether names end in NUL characters instead of newlines
   */
  static List<String> read(InputStream stream, boolean nul) throws IOException {
    // File names come in the encoding of the system, whatever that is.
    String encoding = System.getProperty("sun.jnu.encoding");
    Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
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
        names.add(name.toString(charset));
        name.reset();
      }
      if (b < 0) {
        return names;
      }
    }
  }
}
