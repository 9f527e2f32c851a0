package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.show.HeapText;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
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
    assertThat(data(page(OPTIONS))).matches("[A-Za-z0-9+/=]+");
    JsonNode strings = json(OPTIONS).get("strings");
    for (String name : Profiles.HOSTILE) {
      assertThat(strings.valueStream().map(JsonNode::asString))
          .contains(TerminalText.printable(name));
    }
  }

  @Test
  void writesTotalsWithHalfWidthsByTheirProducts() throws IOException {
    JsonNode custom = json(OPTIONS).get("heaps").get(1).get("dumps").get(0);
    JsonNode total = custom.get("totals").get(1);
    // Half-widths of 1, 2 and 3 below, and twice as much above.
    double skew = (2 + 16 + 54) / 28.0 / 2;
    double half = Math.sqrt(skew * skew + 2 + 8 + 18);
    assertThat(total.get(0).asDouble()).isEqualTo(600_000);
    assertThat(total.get(1).asDouble())
        .isCloseTo(600_000 - 50_000 * (half - skew), org.assertj.core.data.Offset.offset(1.0));
    assertThat(total.get(2).asDouble())
        .isCloseTo(600_000 + 50_000 * (half + skew), org.assertj.core.data.Offset.offset(1.0));
  }

  @Test
  void showsTheWantedViewFirst() throws IOException {
    assertThat(json(OPTIONS).get("view").asInt()).isEqualTo(View.ALL.indexOf(View.SPACE));
    assertThat(json(new WriteOptions("t", View.OBJECTS)).get("view").asInt())
        .isEqualTo(View.ALL.indexOf(View.OBJECTS));
  }

  @Test
  void saysOfSizesOfAllocationsOnlyThoseThatAreKnown() throws IOException {
    assertThat(json(OPTIONS).has("sizes")).isFalse();
    JsonNode known = json(page(ProfileBuilder.sized(), OPTIONS));
    assertThat(known.get("sizes")).hasToString("[48,5000000000]");
  }

  /** Most of it is script, which every report carries. */
  @Test
  void aSmallRecordingHasASmallPage() throws IOException {
    String page = page(Conversions.estimated("truth_i4096", DumpSelector.ALL), OPTIONS);
    assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(140_000);
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    assertThat(page(OPTIONS).equals(page(OPTIONS))).isTrue();
  }

  static String page(WriteOptions options) throws IOException {
    return page(Profiles.varied(), options);
  }

  private static String page(EstimatedProfile profile, WriteOptions options) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new HtmlWriter().write(profile, options, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static JsonNode json(WriteOptions options) throws IOException {
    return json(page(options));
  }

  private static JsonNode json(String page) throws IOException {
    byte[] packed = Base64.getDecoder().decode(data(page));
    try (InputStream data = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      String all = new String(data.readAllBytes(), StandardCharsets.ISO_8859_1);
      int end = all.lastIndexOf('\n');
      int length = Integer.parseInt(all.substring(end + 1));
      byte[] facts = all.substring(end - length, end).getBytes(StandardCharsets.ISO_8859_1);
      return JsonMapper.shared().readTree(facts);
    }
  }

  @Test
  void namesTheFileWithoutItsFolders() throws IOException {
    CaptureInfo capture = new CaptureInfo("/home/me/a.pftrace, b/c.zip!FS/x", "", "", "");
    EstimatedProfile varied = Profiles.varied();
    EstimatedProfile profile =
        new EstimatedProfile(
            capture,
            varied.stacks(),
            varied.heaps().subList(0, 1),
            varied.remarks(),
            varied.confidence(),
            varied.notices());
    Asked asked = new Asked(Subject.of(profile), new Totals(AggregateOptions.DEFAULT, null));
    ReportFacts.Subject subject = ReportFacts.subject(asked, OPTIONS);
    assertThat(subject.source()).isEqualTo("a.pftrace, c.zip!FS/x");
    assertThat(subject.title())
        .isEqualTo(
            profile.heaps().get(0).info().id().process().displayProgram()
                + " \u2013 a.pftrace, c.zip!FS/x");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new HtmlWriter().write(profile, OPTIONS, out);
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("/home/me");
  }

  @Test
  void saysHowItWasSampled() {
    EstimatedProfile varied = Profiles.varied();
    assertThat(sampling(Scheme.EXACT, 1)).isEqualTo("every allocation");
    assertThat(sampling(Scheme.WEIGHTED, 4096)).isEqualTo("about every 4,096 bytes");
    assertThat(sampling(Scheme.SCALED, 0)).isEqualTo("interval unknown");
    assertThat(ReportFacts.confidence(varied)).isEqualTo("95 %");
    assertThat(ReportFacts.confidence(varied.withHeaps(List.of()))).isEmpty();
  }

  private static String sampling(Scheme scheme, long interval) {
    return HeapText.sampling(HeapInfo.of("h", Sampling.of(scheme, interval)), false);
  }

  @Test
  void codesGrowWithNumbersAndKeepWholeOnes() {
    assertThat(code(0)).isZero();
    assertThat(code(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(code(3)).isEqualTo(-code(-3));
    assertThat(code(1e9 + 1)).isGreaterThan(code(1e9));
    assertThat(code(Math.nextDown(2.0))).isEqualTo(code(2));
  }

  private static long code(double number) {
    return SeriesNumbers.code(number, 32);
  }

  private static String data(String page) {
    return between(page, "<script id=\"data\" type=\"text/plain\">", "</script>");
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
