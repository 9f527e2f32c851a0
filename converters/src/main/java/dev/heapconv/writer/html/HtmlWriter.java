package dev.heapconv.writer.html;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Writes a report that works offline in a browser: script, style sheet and data are in the file,
 * and its Content-Security-Policy allows only these, by their hashes.
 */
public final class HtmlWriter implements ProfileWriter {

  private static final int BUFFER_CHARS = 64 << 10;

  /** From the WebJar. */
  private static final String D3 = "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js";

  /** The page's own modules, each after those that it imports. */
  private static final List<String> MODULES =
      List.of(
          "format",
          "data",
          "aggregate",
          "colors",
          "details",
          "facts",
          "flame",
          "series",
          "table",
          "report");

  private static final List<String> STYLES =
      List.of("base", "controls", "charts", "table", "narrow");

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    String page = resource("report.html");
    String style = style();
    String script = script();
    Writer text =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    int from = 0;
    for (int start = page.indexOf("{{"); start >= 0; start = page.indexOf("{{", from)) {
      int end = page.indexOf("}}", start);
      text.append(page, from, start);
      switch (page.substring(start + 2, end)) {
        case "title" -> text.append(escaped(profile.capture().source()));
        case "policy" -> text.append(policy(style, script));
        case "style" -> text.append(style);
        case "script" -> text.append(script);
        case "data" -> writeData(profile, options, text);
        default ->
            throw new IllegalStateException(
                "unknown placeholder in the page: " + page.substring(start, end));
      }
      from = end + 2;
    }
    text.append(page, from, page.length());
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

  private static String policy(String style, String script) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
        + source(style)
        + "; script-src "
        + source(script);
  }

  /** The source expression that allows an element with exactly this text. */
  private static String source(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime lacks SHA-256", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String style() throws IOException {
    StringBuilder style = new StringBuilder();
    for (String part : STYLES) {
      style.append(resource(part + ".css"));
    }
    return style.toString();
  }

  private static String script() throws IOException {
    ScriptBundle bundle = new ScriptBundle(resource(D3));
    bundle.add("d3-flame-graph", resource("d3-flame-graph-5.0.0.js"));
    for (String module : MODULES) {
      bundle.add("./" + module + ".js", resource(module + ".js"));
    }
    return bundle.script();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlWriter.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
