package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Draws docs/images/counts-against-truth.svg: recorded and estimated allocation counts of the sites
 * of truth_i4096 against what the program counted. Arguments: the file to write, the directory of
 * the recording.
 */
public final class CountsPicture {

  private static final int LEFT = 80;
  private static final int TOP = 56;
  private static final int SIDE = 480;

  /** Both axes span 10^0 to 10^6. */
  private static final int DECADES = 6;

  private final StringBuilder svg = new StringBuilder();

  private CountsPicture() {}

  /** Writes the picture. */
  public static void main(String[] args) throws IOException {
    RecordingWithTruth recording =
        RecordingWithTruth.read(Path.of(args[1], "truth_i4096.truth.json"));
    CountsPicture picture = new CountsPicture();
    picture.frame(recording);
    picture.sites(recording);
    picture.svg.append("</svg>\n");
    Path file = Path.of(args[0]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, picture.svg);
  }

  private void frame(RecordingWithTruth recording) {
    int width = LEFT + SIDE + 44;
    int height = TOP + SIDE + 64;
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " role=\"img\" font-family=\"sans-serif\" font-size=\"13\">",
        width, height, width, height);
    line("<title>Recorded and estimated allocation counts against the truth</title>");
    line("<style>");
    line(
        ".ink{fill:#222}.axis{stroke:#888}.grid{stroke:#8884}.truth{stroke:#888;stroke-dasharray:5"
            + " 4}");
    line(".interval{stroke:#2a78d0;stroke-width:2;opacity:.55}.estimate{fill:#2a78d0}");
    line(".recorded{fill:none;stroke:#d9622b;stroke-width:2}.paper{fill:#fff}");
    line("@media(prefers-color-scheme:dark){.ink{fill:#ddd}.paper{fill:#16181c}");
    line(".interval{stroke:#6cb2ff}.estimate{fill:#6cb2ff}.recorded{stroke:#ff9a68}}");
    line("</style>");
    line("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", width, height);
    line(
        "<text class=\"ink\" x=\"%d\" y=\"24\" font-size=\"15\">Allocations of %d call sites, "
            + "sampling interval %d bytes</text>",
        LEFT, recording.sites().size(), recording.interval());
    for (int decade = 0; decade <= DECADES; decade++) {
      double value = Math.pow(10, decade);
      String label = String.format(Locale.ROOT, "%,d", (long) value);
      line(
          "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
          x(value), TOP, x(value), TOP + SIDE);
      line(
          "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>",
          LEFT, y(value), LEFT + SIDE, y(value));
      line(
          "<text class=\"ink\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          x(value), TOP + SIDE + 20, label);
      line(
          "<text class=\"ink\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 8, y(value) + 4, label);
    }
    line(
        "<line class=\"truth\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
        LEFT, TOP + SIDE, LEFT + SIDE, TOP);
    line(
        "<text class=\"ink\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">allocations the program"
            + " made</text>",
        LEFT + SIDE / 2, TOP + SIDE + 46);
    line(
        "<text class=\"ink\" transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">"
            + "allocations shown</text>",
        TOP + SIDE / 2);
    int legend = TOP + 20;
    line("<circle class=\"estimate\" cx=\"%d\" cy=\"%d\" r=\"4.5\"/>", LEFT + 18, legend);
    line(
        "<line class=\"interval\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
        LEFT + 18, legend - 10, LEFT + 18, legend + 10);
    line(
        "<text class=\"ink\" x=\"%d\" y=\"%d\">heapconv, with 95 %% interval</text>",
        LEFT + 32, legend + 4);
    line("<circle class=\"recorded\" cx=\"%d\" cy=\"%d\" r=\"4.5\"/>", LEFT + 18, legend + 24);
    line(
        "<text class=\"ink\" x=\"%d\" y=\"%d\">as recorded (Perfetto UI)</text>",
        LEFT + 32, legend + 28);
  }

  private void sites(RecordingWithTruth recording) {
    for (int i = 0; i < recording.sites().size(); i++) {
      RecordingWithTruth.Site site = recording.sites().get(i);
      Range estimate = site.estimates()[0];
      long recorded = site.recorded().allocs();
      // Sites of the same truth stand side by side.
      double at = Math.max(LEFT, x(site.truth().allocObjects()) + (i % 3 - 1) * 5);
      line(
          "<g><title>%s: %,.0f made, %,d recorded, estimate %,.0f (%,.0f to %,.0f)</title>",
          escape(site.name()),
          site.truth().allocObjects(),
          recorded,
          estimate.value(),
          estimate.low(),
          estimate.high());
      line(
          "<line class=\"interval\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
          at, y(estimate.low()), at, y(estimate.high()));
      line("<circle class=\"recorded\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>", at, y(recorded));
      line(
          "<circle class=\"estimate\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>",
          at, y(estimate.value()));
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

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
