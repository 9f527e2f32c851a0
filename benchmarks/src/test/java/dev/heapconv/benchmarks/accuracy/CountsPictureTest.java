package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * docs/images/counts-against-truth.svg: recorded and estimated allocation counts of the sites of
 * truth_i4096 against what the program counted.
 */
class CountsPictureTest {

  private static final int LEFT = 80;
  private static final int TOP = 56;
  private static final int SIDE = 480;

  /** Both axes span 10^0 to 10^6. */
  private static final int DECADES = 6;

  private static final String MIDDLE = "text-anchor=\"middle\"";

  private final StringBuilder svg = new StringBuilder();

  @Test
  void thePictureShowsWhatTheProgramSays() throws IOException {
    List<CountedSite> sites =
        CountedSite.read(
            TestData.recording("truth_i4096"), TestData.own("heapprofd/truth_i4096.truth.json"));
    frame(sites.size());
    draw(sites);
    svg.append("</svg>\n");
    Golden.check(TestData.root().resolve("docs/images/counts-against-truth.svg"), svg.toString());
  }

  private void frame(int sites) {
    int width = LEFT + SIDE + 44;
    int height = TOP + SIDE + 64;
    line(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d"\
         role="img" font-family="sans-serif" font-size="13">
        <title>Recorded and estimated allocation counts against the truth</title>
        <style>
        .ink{fill:#222}.axis{stroke:#888}.grid{stroke:#8884}.truth{stroke:#888;stroke-dasharray:5 4}
        .interval{stroke:#2a78d0;stroke-width:2;opacity:.55}.estimate{fill:#2a78d0}
        .recorded{fill:none;stroke:#d9622b;stroke-width:2}.paper{fill:#fff}
        @media(prefers-color-scheme:dark){.ink{fill:#ddd}.paper{fill:#16181c}
        .interval{stroke:#6cb2ff}.estimate{fill:#6cb2ff}.recorded{stroke:#ff9a68}}
        </style>
        <rect class="paper" width="%d" height="%d"/>\
        """,
        width, height, width, height, width, height);
    String title = "Allocations of " + sites + " call sites, sampling interval 4096 bytes";
    text(LEFT, 24, "font-size=\"15\"", title);
    for (int decade = 0; decade <= DECADES; decade++) {
      double value = Math.pow(10, decade);
      String label = String.format(Locale.ROOT, "%,d", (long) value);
      stroke("grid", x(value), TOP, x(value), TOP + SIDE);
      stroke("grid", LEFT, y(value), LEFT + SIDE, y(value));
      text(x(value), TOP + SIDE + 20, MIDDLE, label);
      text(LEFT - 8, y(value) + 4, "text-anchor=\"end\"", label);
    }
    stroke("truth", LEFT, TOP + SIDE, LEFT + SIDE, TOP);
    text(LEFT + SIDE / 2.0, TOP + SIDE + 46, MIDDLE, "allocations the program made");
    String rotated = "transform=\"translate(16 %d) rotate(-90)\" ".formatted(TOP + SIDE / 2);
    text(0, 0, rotated + MIDDLE, "allocations shown");
    int legend = TOP + 20;
    circle("estimate", LEFT + 18, legend);
    stroke("interval", LEFT + 18, legend - 10, LEFT + 18, legend + 10);
    text(LEFT + 32, legend + 4, "", "heapconv, with 95 % interval");
    circle("recorded", LEFT + 18, legend + 24);
    text(LEFT + 32, legend + 28, "", "as recorded (Perfetto UI)");
  }

  private void text(double x, double y, String attributes, String text) {
    line("<text class=\"ink\" x=\"%.1f\" y=\"%.1f\" %s>%s</text>", x, y, attributes, text);
  }

  private void stroke(String kind, double x1, double y1, double x2, double y2) {
    line(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        kind, x1, y1, x2, y2);
  }

  private void circle(String kind, double x, double y) {
    line("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>", kind, x, y);
  }

  private void draw(List<CountedSite> sites) {
    for (int i = 0; i < sites.size(); i++) {
      CountedSite site = sites.get(i);
      Estimate estimate = site.estimate();
      // Sites of the same truth stand side by side.
      double at = Math.max(LEFT, x(site.allocations()) + (i % 3 - 1) * 5);
      line(
          "<g><title>%s: %,.0f made, %,d recorded, estimate %,.0f (%,.0f to %,.0f)</title>",
          site.name().replace("<", "&lt;"),
          site.allocations(),
          site.recorded(),
          estimate.value(),
          estimate.low(),
          estimate.high());
      stroke("interval", at, y(estimate.low()), at, y(estimate.high()));
      circle("recorded", at, y(site.recorded()));
      circle("estimate", at, y(estimate.value()));
      line("</g>");
    }
  }

  private static double x(double value) {
    return LEFT + SIDE * decades(value);
  }

  private static double y(double value) {
    return TOP + SIDE * (1 - decades(value));
  }

  private static double decades(double value) {
    return Math.min(1, Math.log10(Math.max(1, value)) / DECADES);
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
