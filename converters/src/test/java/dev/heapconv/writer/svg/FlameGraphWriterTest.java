package dev.heapconv.writer.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Subject;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The picture against folded stacks, which flamegraph.pl would draw. */
class FlameGraphWriterTest {

  private static final double WIDTH = 1180;

  /** Narrower boxes are left out. */
  private static final double LEAST = 0.1;

  /** A box, by the names of its callers and its own. */
  private record Box(String path, String value, double from, double width, double y, String fill) {}

  @Test
  void anyNameIsXml() throws Exception {
    ProfileBuilder profile = ProfileBuilder.oneHeap();
    for (String name :
        List.of(
            "\ufffe", "a\uffff", "\ud83f\udffe", "\ud800", "\u0001", "\u0085", "]]>", "<&\"'>")) {
      profile.stack("main;" + name, 10);
    }

    assertThat(boxes(Conversions.write(profile.build(), Format.SVG))).hasSizeGreaterThan(8);
  }

  @ParameterizedTest
  @CsvSource({
    "truth_i512,space",
    "names,alloc_space",
    "python_i4096,alloc_objects",
    "customheap_all,space"
  })
  void aBoxIsAsWideAsTheStacksThatPassThroughIt(String recording, String view) throws Exception {
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
    WriteOptions options =
        new WriteOptions(
            "t", profile.views().stream().filter(of -> of.name().equals(view)).findAny().get());
    Map<String, Double> sums = new HashMap<>();
    folded(profile, options).lines().forEach(line -> addPaths(line, sums));
    double scale = WIDTH / sums.get("all");
    Map<String, Double> widths = new HashMap<>();
    for (Box box : boxes(Conversions.write(profile, Format.SVG, options))) {
      widths.merge(box.path, box.width, Double::sum);
    }
    assertThat(widths).hasSizeGreaterThan(20);
    assertThat(sums.keySet()).containsAll(widths.keySet());
    // Folded stacks are rounded to whole numbers.
    sums.forEach(
        (path, sum) -> {
          if (sum * scale > 2 * LEAST) {
            assertThat(widths.get(path)).as(path).isCloseTo(sum * scale, within(0.05));
          }
        });
  }

  private static String folded(EstimatedProfile profile, WriteOptions options) {
    return new String(Conversions.write(profile, Format.FOLDED, options), StandardCharsets.UTF_8);
  }

  private static void addPaths(String line, Map<String, Double> sums) {
    int space = line.lastIndexOf(' ');
    double value = Double.parseDouble(line.substring(space + 1));
    String path = "all";
    sums.merge(path, value, Double::sum);
    for (String frame : line.substring(0, space).split(";")) {
      path += ";" + frame;
      sums.merge(path, value, Double::sum);
    }
  }

  /** In the order in which they are drawn: callers first. */
  private static List<Box> boxes(byte[] svg) throws Exception {
    NodeList groups =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg))
            .getElementsByTagName("g");
    List<Box> boxes = new ArrayList<>();
    for (int i = 1; i < groups.getLength(); i++) {
      Element group = (Element) groups.item(i);
      Element rect = (Element) group.getElementsByTagName("rect").item(0);
      String[] title = group.getElementsByTagName("title").item(0).getTextContent().split("\n");
      double from = number(rect, "x");
      double y = number(rect, "y");
      double width = number(rect, "width");
      // As FoldedNames has them.
      String name = title[0].replace(';', ':').replaceAll("\\s([0-9.]+)$", "_$1");
      String caller = "";
      for (Box box : boxes) {
        boolean isAbove = box.y < y && box.y >= y - 16;
        if (isAbove && from >= box.from - 0.01 && from + width <= box.from + box.width + 0.03) {
          caller = box.path + ";";
        }
      }
      boxes.add(new Box(caller + name, title[1], from, width, y, rect.getAttribute("fill")));
    }
    return boxes;
  }

  private static double number(Element rect, String attribute) {
    return Double.parseDouble(rect.getAttribute(attribute));
  }

  @Test
  void textOfBoxesIsTheTablesWithItsInterval() throws Exception {
    EstimatedProfile profile = Conversions.estimated("truth_i512", DumpSelector.LAST);
    String text = new String(Conversions.write(profile, Format.TEXT), StandardCharsets.UTF_8);
    assertThat(text).contains("25.1 MiB ±1 %  23.1 %");
    assertThat(boxes(Conversions.write(profile, Format.SVG)))
        .anyMatch(
            box ->
                box.path.endsWith("site_mixed_wide(unsigned int)")
                    && box.value.startsWith("25.1 MiB ±1 %, 23"));
  }

  /** As long as they are in the picture. */
  @Test
  void lossesInEarlierDumpsLimitNumbers() throws Exception {
    Notice missed = Notice.of(ErrorId.MISSING_EARLIER_PACKETS, 1);
    EstimatedProfile last = Conversions.estimated("phases_i512", DumpSelector.LAST);
    assertThat(values(last.withNotice(missed))).isEqualTo(values(last));
    EstimatedProfile all = Conversions.estimated("phases_i512", DumpSelector.ALL);
    assertThat(values(all)).noneMatch(value -> value.startsWith("\u22483.74 MiB"));
    assertThat(values(all.withNotice(missed)))
        .anyMatch(value -> value.startsWith("\u22483.74 MiB"));
    // A process that has ended holds nothing, and its only dump is drawn nevertheless.
    EstimatedProfile lived = exact("f;main", 1000, "g;main", 500);
    EstimatedProfile ended =
        lived
            .withHeaps(lived.heaps().stream().map(FlameGraphWriterTest::onlyLive).toList())
            .withInfos(info -> info.withProvenance(info.provenance().withLive(Live.ENDED)));
    EstimatedProfile both =
        Merging.sideBySide(List.of(ended, Conversions.estimated("dumpmax_i1", DumpSelector.LAST)));
    assertThat(both.latestDumps()).hasSize(both.heaps().size() - 1);
    assertThat(values(both.withNotice(missed))).isEqualTo(values(both));
  }

  private static EstimatedHeap onlyLive(EstimatedHeap heap) {
    List<View> live = heap.views().stream().filter(View::isLive).toList();
    return new EstimatedHeap(
        heap.info(),
        live,
        IntStream.range(0, heap.rows()).map(heap::stack).toArray(),
        live.stream().map(heap::column).toList(),
        new long[heap.rows()],
        new long[heap.rows()],
        List.of());
  }

  private static List<String> values(EstimatedProfile profile) throws Exception {
    return boxes(Conversions.write(profile, Format.SVG)).stream().map(Box::value).toList();
  }

  @Test
  void namesCannotBreakThePicture() throws Exception {
    EstimatedProfile profile = exact("<b>&amp,]]>\u0001\n\ud800", 1000, "main", 1);
    List<Box> boxes = boxes(Conversions.write(profile, Format.SVG));
    assertThat(boxes).anyMatch(box -> box.path.contains("<b>&amp,]]>"));
  }

  @Test
  void nothingAtAllIsAPicture() throws Exception {
    assertThat(boxes(Conversions.write(exact("idle", 0, "main", 0), Format.SVG)))
        .extracting(Box::path)
        .startsWith("all");
  }

  @Test
  void whatGrewIsRedWhatWentIsBlueAndNoiseIsGrey() throws Exception {
    EstimatedProfile base = exact("same;main", 1000, "gone;main", 500);
    EstimatedProfile changed = exact("same;main", 1000, "new;main", 700);
    List<Box> boxes = boxes(difference(base, changed));
    assertThat(fill("same", boxes)).isEqualTo(FlameColors.NOISE);
    assertThat(fill("new", boxes)).matches("#ff(..)\\1");
    assertThat(fill("gone", boxes)).matches("#(..)\\1ff");
  }

  /** Two recordings of one program, of which one was sampled less. */
  @Test
  void thatTheSamplingDiffersIsNoChange() throws Exception {
    byte[] svg =
        difference(
            Conversions.estimated("truth_i4096", DumpSelector.LAST),
            Conversions.estimated("truth_i512", DumpSelector.LAST));
    assertThat(boxes(svg)).hasSizeGreaterThan(30);
    assertThat(boxes(svg))
        .filteredOn(box -> !box.fill.equals(FlameColors.NOISE))
        .hasSizeLessThan(3);
  }

  /** Two stacks of which all is known. */
  private static EstimatedProfile exact(String first, double one, String second, double other) {
    return ProfileBuilder.oneHeap()
        .stack(first, Estimate.exact(1), Estimate.exact(one), 1)
        .stack(second, Estimate.exact(1), Estimate.exact(other), 1)
        .build();
  }

  private static byte[] difference(EstimatedProfile base, EstimatedProfile changed)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Difference question = new Difference(AggregateOptions.DEFAULT, null, null);
    Asked asked = new Asked(new Subject(changed, base), question);
    new FlameGraphWriter().write(asked, new WriteOptions("t", null), out);
    return out.toByteArray();
  }

  private static String fill(String function, List<Box> boxes) {
    return boxes.stream().filter(box -> box.path.endsWith(";" + function)).findAny().get().fill;
  }
}
