package dev.heapconv.writer.html;

import dev.heapconv.output.AtomicFile;
import dev.heapconv.text.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.exc.JacksonIOException;

/** A page that the build put together, which lacks a title and data. */
final class PageTemplate {

  private static final String TITLE = "{{title}}";
  private static final String DATA = "{{data}}";

  private PageTemplate() {}

  /**
   * Writes a page; does not close {@code out}.
   *
   * @param name of the resource
   * @param data writes the data of the page, and must not close the stream
   */
  static void write(String name, String title, AtomicFile.Content data, OutputStream out)
      throws IOException {
    String page = page(name);
    int titleAt = page.indexOf(TITLE);
    int dataAt = page.indexOf(DATA, titleAt);
    write(page.substring(0, titleAt), out);
    write(escaped(TerminalText.printable(title)), out);
    write(page.substring(titleAt + TITLE.length(), dataAt), out);
    try {
      data.writeTo(out);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
    write(page.substring(dataAt + DATA.length()), out);
    out.flush();
  }

  private static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
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
