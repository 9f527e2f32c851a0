package dev.heapconv.writer.html;

import dev.heapconv.writer.TerminalText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.exc.JacksonIOException;

/** A page that the build put together, which lacks a title and data. */
final class PageTemplate {

  private static final int BUFFER_CHARS = 64 << 10;

  private static final String TITLE = "{{title}}";
  private static final String DATA = "{{data}}";

  private PageTemplate() {}

  /** Writes the data of a page as one JSON value. */
  @FunctionalInterface
  interface Data {
    void write(Writer text) throws IOException;
  }

  /**
   * Writes a page; does not close {@code out}.
   *
   * @param name of the resource
   */
  static void write(String name, String title, Data data, OutputStream out) throws IOException {
    String page = page(name);
    int titleAt = page.indexOf(TITLE);
    int dataAt = page.indexOf(DATA, titleAt);
    Writer text =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    text.append(page, 0, titleAt)
        .append(escaped(TerminalText.printable(title)))
        .append(page, titleAt + TITLE.length(), dataAt);
    try {
      data.write(text);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
    text.append(page, dataAt + DATA.length(), page.length());
    text.flush();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String page(String name) throws IOException {
    try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
