package dev.heapconv.writer.svg;

import dev.heapconv.io.Markup;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.Grade;
import dev.heapconv.query.HumanNumbers;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draws a tree of calls. */
final class FlamePicture {

  private static final String SCRIPT = "flamegraph.js";

  private static final double WIDTH = 1200;
  private static final int SIDE = 10;
  private static final int TOP = 48;
  private static final int BOTTOM = 10;
  private static final int BOX = 16;

  /** Of a letter of the font; browsers that have another clip the text. */
  private static final double LETTER = 7.3;

  /** Boxes that are narrower cannot be seen. */
  private static final double LEAST = 0.1;

  /** Boxes of deeper calls are not drawn: browsers refuse pictures that are much higher. */
  private static final int MAX_DEPTH = 1024;

  private final FlameTree tree;
  private final ShownColumn numbers;
  private final int[] boxes;

  /**
   * @param sums of the nodes
   * @param role that of estimates or of changes
   * @param best the best grade of the sums
   */
  FlamePicture(FlameTree tree, View view, EstimateSums sums, Role role, Grade best) {
    this.tree = tree;
    Kind kind = view.isBytes() ? Kind.BYTES : Kind.COUNT;
    NumberColumn column =
        NumberColumn.of(Meta.of(view.name(), kind, role).atBest(best), sums::cell);
    numbers = ShownColumn.of("", ShownColumn.Form.ESTIMATE, column);
    boxes = tree.atLeast(least(tree));
  }

  private static double least(FlameTree tree) {
    return Math.max(tree.width(FlameTree.ROOT) * LEAST / WIDTH, Double.MIN_NORMAL);
  }

  /** What the nodes hold that are drawn. */
  static EstimateSums sums(FlameTree tree, List<@Nullable Column> columns, EstimateSums sums) {
    int first = 0;
    for (Column column : columns) {
      if (column != null) {
        tree.addTo(sums, column, first, least(tree));
        first += column.rows();
      }
    }
    return sums;
  }

  /** What a picture is of. */
  static String title(EstimatedProfile profile, View view) {
    List<EstimatedHeap> heaps = profile.heaps();
    return view.name()
        + " of "
        + (heaps.size() == 1
            ? heaps.get(0).info().id().process().displayProgram()
                + ", "
                + heaps.get(0).info().heap()
                + (heaps.get(0).info().provenance().live() == Live.ENDED ? " (ended)" : "")
            : profile.capture().fileNames());
  }

  /**
   * Does not close {@code out}.
   *
   * @param what is drawn
   * @param legend of the colours; may be empty
   */
  void write(String what, String legend, IntFunction<String> colorOf, OutputStream out)
      throws IOException {
    String title = TerminalText.printable(what) + ": " + numbers.cell(FlameTree.ROOT);
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 64 << 10);
    int deepest = IntStream.of(boxes).map(tree::depth).max().orElseThrow();
    int height = TOP + (Math.min(deepest, MAX_DEPTH) + 1) * BOX + BOTTOM;
    text.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 %1$d" width="1200" height="%1$d">
        <style>
        text { font: 12px monospace; fill: #000 }
        #frames rect { stroke: #f8f8f8; stroke-width: .5 }
        #frames g { cursor: pointer } #frames g:hover rect { stroke: #000 }
        .caller { opacity: .5 } .gone { display: none } .found rect { fill: #e600e6 }
        .button { fill: #555; cursor: pointer }
        </style>
        <rect width="100%%" height="100%%" fill="#f8f8f8"/>
        <text x="600" y="22" text-anchor="middle" style="font-size: 16px">%2$s</text>
        <text x="10" y="40" class="button" id="reset"></text>
        <text x="1190" y="40" text-anchor="end" class="button" id="search"></text>
        <text x="100" y="40" id="details">%3$s</text>
        <text x="1100" y="40" text-anchor="end" id="matched"></text>
        <g id="frames">
        """
            .formatted(height, Markup.escaped(title), Markup.escaped(legend)));
    writeBoxes(colorOf, text);
    text.append("</g>\n<script><![CDATA[\n").append(script()).append("]]></script>\n</svg>\n");
    text.flush();
  }

  private void writeBoxes(IntFunction<String> colorOf, Writer text) throws IOException {
    double whole = tree.width(FlameTree.ROOT);
    double widest = WIDTH - 2 * SIDE;
    double scale = widest / whole;
    // Where the next callee of a node begins.
    double[] next = new double[1 + IntStream.of(boxes).max().orElseThrow()];
    for (int node : boxes) {
      int depth = tree.depth(node);
      if (depth > MAX_DEPTH) {
        continue;
      }
      double from = node == FlameTree.ROOT ? SIDE : next[tree.caller(node)];
      double width = node == FlameTree.ROOT ? widest : tree.width(node) * scale;
      next[node] = from;
      if (node != FlameTree.ROOT) {
        next[tree.caller(node)] += width;
      }
      int y = TOP + depth * BOX;
      String name = TerminalText.printable(tree.name(node));
      // Of a change it would be taken for the growth of the box.
      String ofWhat = numbers.column().meta().isSigned() ? " of the width" : "";
      String share = HumanNumbers.percent(tree.width(node), whole);
      String value = numbers.cell(node) + (share.isEmpty() ? "" : ", " + share + ofWhat);
      text.append("<g><title>")
          .append(Markup.escaped(name))
          .append('\n')
          .append(Markup.escaped(value));
      text.append("</title><rect x=\"").append(fixed(from)).append("\" y=\"");
      text.append(Integer.toString(y)).append("\" width=\"").append(fixed(width));
      text.append("\" height=\"15\" fill=\"").append(colorOf.apply(node)).append("\"/>");
      String label = clipped(name, width);
      if (!label.isEmpty()) {
        text.append("<text x=\"").append(fixed(from + 3)).append("\" y=\"");
        text.append(Integer.toString(y + 12)).append("\">").append(Markup.escaped(label));
        text.append("</text>");
      }
      text.append("</g>\n");
    }
  }

  private static String fixed(double number) {
    return HumanNumbers.fixed(number, 2);
  }

  /** As much of a name as fits. */
  private static String clipped(String name, double width) {
    int letters = (int) ((width - 6) / LETTER);
    if (letters < 3) {
      return "";
    }
    return name.length() <= letters ? name : name.substring(0, letters - 2) + "..";
  }

  private static String script() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FlamePicture.class.getResourceAsStream(SCRIPT), SCRIPT)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
