package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a report that works offline in a browser: script, style sheet and data are in the file,
 * and its Content-Security-Policy allows nothing but these, by their hashes. The page is put
 * together when heapconv is built; it lacks a title and data.
 */
public final class HtmlWriter implements ProfileWriter {

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    PageTemplate.write(
        "report.html",
        ReportFacts.title(profile),
        data -> ReportData.write(profile, options, data),
        out);
  }
}
