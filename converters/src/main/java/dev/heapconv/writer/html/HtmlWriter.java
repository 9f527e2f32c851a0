package dev.heapconv.writer.html;

import dev.heapconv.io.Markup;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Question;
import dev.heapconv.query.Totals;
import dev.heapconv.show.Table;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Writes a report that works offline in a browser: script, style sheet and data are in the file,
 * and its Content-Security-Policy allows nothing but these, by their hashes. The page is put
 * together when heapconv is built; it lacks a title and data.
 */
public final class HtmlWriter implements Output {

  /** What the page lacks, in this order. */
  private static final Pattern TITLE_AND_DATA = Pattern.compile("\\{\\{(title|data)}}");

  @Override
  public boolean isOfSums() {
    return false;
  }

  @Override
  public boolean takes(Question question) {
    return question instanceof Totals
        || question instanceof Difference
        || question instanceof Growth;
  }

  @Override
  public boolean showsAllDumps() {
    return true;
  }

  /** Growth is what the page of a recording opens with, instead of the functions that hold most. */
  @Override
  public void write(Asked asked, WriteOptions options, OutputStream out) throws IOException {
    if (asked.question() instanceof Difference) {
      DifferenceReport.write(Table.of(options.tool(), asked), asked.subject(), options, out);
      return;
    }
    EstimatedProfile profile = asked.subject().profile();
    if (asked.question() instanceof Growth) {
      HeapGrowth.require(profile, options.view());
    }
    write(profile, ReportFacts.subject(asked, options), options, out);
  }

  static void write(
      EstimatedProfile profile, ReportFacts.Subject subject, WriteOptions options, OutputStream out)
      throws IOException {
    String[] page = TITLE_AND_DATA.split(page("report.html"));
    write(page[0] + Markup.escaped(TerminalText.printable(subject.title())) + page[1], out);
    try {
      ReportData.write(profile, subject, options, out);
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
    write(page[2], out);
    out.flush();
  }

  private static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A page that was put together when heapconv was built; it has places for what it lacks. */
  public static String page(String name) throws IOException {
    try (InputStream in = HtmlWriter.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
