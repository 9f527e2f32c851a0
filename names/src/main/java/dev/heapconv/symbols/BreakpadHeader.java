package dev.heapconv.symbols;

import java.io.IOException;
import java.io.InputStream;

/**
 * The first lines of a Breakpad symbol file.
 *
 * @param buildId as in {@link BuildId}; empty if there is none
 * @param module base name of the binary
 */
record BreakpadHeader(String buildId, String module) {

  static final String START = "MODULE ";

  /** The header of a file that begins with {@link #START}. */
  static BreakpadHeader read(InputStream in) throws IOException {
    BreakpadLines lines = new BreakpadLines(in);
    if (!lines.next() || !lines.eat("MODULE")) {
      throw new IOException("not a Breakpad file");
    }
    String system = lines.word();
    lines.word();
    String id = BuildId.normal(lines.word());
    String module = lines.rest();
    // On Windows it is a time and a size.
    while (!system.equals("windows") && lines.next() && lines.eat("INFO")) {
      if (lines.eat("CODE_ID")) {
        String codeId = BuildId.normal(lines.word());
        id = BuildId.same(codeId, id) ? codeId : id;
      }
    }
    return new BreakpadHeader(id, module);
  }
}
