package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.View;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class HtmlWriterTest {

  private static final WriteOptions OPTIONS = new WriteOptions("heapconv 1.0", null);

  @Test
  void refersToNothingOutsideTheFile() throws IOException {
    String page = page(OPTIONS);
    String around = page.replace(data(page), "");
    // D3 comes whole, with its module that loads files; the page's policy would not let it.
    for (String reference : List.of("<link", " src=", "@import", "url(", "{{")) {
      assertThat(around.contains(reference)).as(reference).isFalse();
    }
  }

  @Test
  void allowsOnlyItsOwnScriptAndStyleSheet() throws Exception {
    String page = page(OPTIONS);
    assertThat(between(page, "Content-Security-Policy\" content=\"", "\""))
        .isEqualTo(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
                + hash(between(page, "<style>", "</style>"))
                + "; script-src "
                + hash(between(page, "<script>", "</script>")));
  }

  @Test
  void namesCannotEndTheElementTheyStandIn() throws IOException {
    String data = data(page(OPTIONS));
    assertThat(data).doesNotContainPattern("[<>&\u2028\u2029]");
    JsonNode strings = JsonMapper.shared().readTree(data).get("strings");
    for (String name : Profiles.HOSTILE) {
      assertThat(strings.valueStream().map(JsonNode::asString))
          .contains(TerminalText.printable(name));
    }
  }

  @Test
  void writesTotalsWithHalfWidthsInQuadrature() throws IOException {
    JsonNode custom = json(OPTIONS).get("heaps").get(1).get("dumps").get(0);
    JsonNode total = custom.get("columns").get(1).get("total");
    double lower = 50_000 * Math.sqrt(1 + 4 + 9);
    assertThat(total.get(0).asDouble()).isEqualTo(600_000);
    assertThat(total.get(1).asDouble())
        .isCloseTo(600_000 - lower, org.assertj.core.data.Offset.offset(1.0));
    assertThat(total.get(2).asDouble())
        .isCloseTo(600_000 + 2 * lower, org.assertj.core.data.Offset.offset(1.0));
  }

  @Test
  void showsTheWantedViewFirst() throws IOException {
    assertThat(json(OPTIONS).get("view").asInt()).isEqualTo(View.ALL.indexOf(View.SPACE));
    assertThat(json(new WriteOptions("t", View.OBJECTS)).get("view").asInt())
        .isEqualTo(View.ALL.indexOf(View.OBJECTS));
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    assertThat(page(OPTIONS).equals(page(OPTIONS))).isTrue();
  }

  static String page(WriteOptions options) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new HtmlWriter().write(Profiles.varied(), options, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode json(WriteOptions options) throws IOException {
    return JsonMapper.shared().readTree(data(page(options)));
  }

  private static String data(String page) {
    return between(page, "<script id=\"data\" type=\"application/json\">", "</script>");
  }

  private static String between(String page, String start, String end) {
    Matcher matcher =
        Pattern.compile(Pattern.quote(start) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
            .matcher(page);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
