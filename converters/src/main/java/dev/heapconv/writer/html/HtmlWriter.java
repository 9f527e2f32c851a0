package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.WriteOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Writes a report that works offline in a browser: script, style sheet and data are in the file,
 * file, and its Content-Security-Policy allows nothing but these, by their hashes. The page is put
 * together when heapconv is built; it lacks a title and data.
 */
public final class HtmlWriter implements ProfileWriter {

  private static final int BUFFER_CHARS = 64 << 10;

  private static final String PAGE = "report.html";
  private static final String TITLE = "{{title}}";
  private static final String DATA = "{{data}}";

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    String page = page();
    int title = page.indexOf(TITLE);
    int data = page.indexOf(DATA, title);
    Writer text =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    text.append(page, 0, title)
        .append(escaped(TerminalText.printable(profile.capture().source())))
        .append(page, title + TITLE.length(), data);
    writeData(profile, options, text);
    text.append(page, data + DATA.length(), page.length());
    text.flush();
  }

  private static void writeData(EstimatedProfile profile, WriteOptions options, Writer text)
      throws IOException {
    try {
      ReportData.write(profile, options, text);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String page() throws IOException {
    try (InputStream in = HtmlWriter.class.getResourceAsStream(PAGE)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + PAGE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
