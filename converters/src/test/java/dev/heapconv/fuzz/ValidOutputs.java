package dev.heapconv.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.otlp.OtlpValid;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Whether the outputs of any profile are well formed, without knowing what should be in them. */
final class ValidOutputs {

  private static final String DATA = "<script id=\"data\" type=\"text/plain\">";

  private ValidOutputs() {}

  /**
   * Every number is finite and lies in its interval, and is not negative unless it was scaled by
   * the producer: then it may be a difference.
   */
  static void checkNumbers(EstimatedProfile profile) {
    for (EstimatedHeap heap : profile.heaps()) {
      double least = isDifference(heap) ? Double.NEGATIVE_INFINITY : 0;
      for (Column column : heap.columns()) {
        for (int row = 0; row < column.rows(); row++) {
          double value = column.value(row);
          // NaN fails each of these comparisons.
          if (!(column.low(row) >= least
              && value > Double.NEGATIVE_INFINITY
              && column.low(row) <= value
              && value <= column.high(row)
              && value < Double.POSITIVE_INFINITY
              && column.low(row) <= column.modelLow(row)
              && column.modelHigh(row) <= column.high(row))) {
            throw new AssertionError("not an estimate: " + column.estimate(row));
          }
        }
      }
    }
  }

  private static boolean isDifference(EstimatedHeap heap) {
    return heap.info().sampling().scheme() == Scheme.SCALED;
  }

  static void check(EstimatedProfile profile, Format format, byte[] output) {
    switch (format.id()) {
      case "pprof" -> checkPprof(profile, gunzip(output));
      case "pprof-plain" -> checkPprof(profile, output);
      case "otlp" -> OtlpValid.of(output);
      case "speedscope", "firefox", "json" -> checkJson(text(output));
      case "html" -> checkPage(text(output));
      case "folded" -> checkFolded(text(output));
      case "svg" -> checkPicture(output);
      case "csv" -> checkCsv(text(output));
      case "tsv" -> checkTsv(text(output));
      case "text", "md" -> checkPrintable(text(output));
      default -> throw new AssertionError("no check of " + format);
    }
  }

  /** A picture is well formed, and no box has a size that is no number. */
  private static void checkPicture(byte[] output) {
    try {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(output));
    } catch (IOException | ParserConfigurationException | SAXException e) {
      throw new AssertionError("not well formed", e);
    }
    assertThat(text(output)).doesNotContain("\"NaN\"", "\"Infinity\"", "=\"-");
  }

  private static void checkPprof(EstimatedProfile profile, byte[] output) {
    // A profile of nothing has no sample types, which the format would have.
    if (profile.heaps().isEmpty()) {
      return;
    }
    CheckValid.of(output, profile.heaps().stream().anyMatch(ValidOutputs::isDifference));
    try {
      Conversions.read(output);
    } catch (HeapConvException e) {
      throw new AssertionError("our own output is refused: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] gunzip(byte[] output) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(output))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Decodes UTF-8 and fails if it is none. */
  private static String text(byte[] output) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(output)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("not UTF-8", e);
    }
  }

  /** RFC 8259, which has no NaN and no infinity. */
  private static void checkJson(String json) {
    try {
      JsonMapper.shared().readTree(json);
    } catch (JacksonException e) {
      throw new AssertionError("not JSON: " + json, e);
    }
  }

  private static void checkPage(String page) {
    int start = page.indexOf(DATA) + DATA.length();
    String packed = page.substring(start, page.indexOf("</script>", start)).strip();
    byte[] data = gunzip(Base64.getDecoder().decode(packed));
    int end = data.length - 1;
    while (data[end] != '\n') {
      end--;
    }
    int length =
        Integer.parseInt(
            new String(data, end + 1, data.length - end - 1, StandardCharsets.US_ASCII));
    checkJson(new String(data, end - length, length, StandardCharsets.UTF_8));
  }

  private static void checkFolded(String folded) {
    checkPrintable(folded);
    for (String line : folded.split("\n")) {
      int space = line.lastIndexOf(' ');
      if (!line.isEmpty() && !(space > 0 && isCount(line.substring(space + 1)))) {
        throw new AssertionError("not a folded stack: " + line);
      }
    }
  }

  private static boolean isCount(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** RFC 4180: as many cells in each record as in the first. */
  private static void checkCsv(String csv) {
    int cells = 1;
    int expected = 0;
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells++;
      } else if (c == '\n' && !quoted) {
        expected = expected == 0 ? cells : expected;
        assertThat(cells).as("cells of a CSV record").isEqualTo(expected);
        cells = 1;
      }
    }
    assertThat(quoted).as("an open quote at the end").isFalse();
  }

  private static void checkTsv(String tsv) {
    String[] lines = tsv.split("\n", -1);
    assertThat(lines[lines.length - 1]).as("after the last line").isEmpty();
    long expected = tabs(lines[0]);
    for (String line : Arrays.copyOf(lines, lines.length - 1)) {
      assertThat(tabs(line)).as("tabs in a line").isEqualTo(expected);
    }
  }

  private static long tabs(String line) {
    return line.chars().filter(c -> c == '\t').count();
  }

  /** No control character reaches a terminal. */
  private static void checkPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\n' && Character.getType(c) == Character.CONTROL) {
        throw new AssertionError("control character U+%04X".formatted((int) c));
      }
    }
  }
}
