package dev.heapconv.fleet;

import static java.util.stream.Collectors.joining;

import dev.heapconv.io.Markup;
import dev.heapconv.io.TerminalText;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.show.VerdictText;
import dev.heapconv.writer.html.HtmlWriter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An answer as a page that works offline in a browser and looks like a report: its table is sorted
 * by a click on a heading, and filtered.
 */
final class AnswerPage {

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private static final List<String> QUANTILES = List.of("p50", "p95", "p99");

  /** The heading of pictures. */
  private static final String DEVICES = "p50 to p99";

  /** Of more groups, the totals are rows among the others only. */
  private static final int MAX_TOTALS = 4;

  /** Of more rows, pictures would make up most of a page. */
  private static final int MAX_PICTURES = 200;

  private final FleetAnswer answer;
  private final int[] rows;
  private final List<NameColumn> names;
  private final List<ShownColumn> columns;

  /** Where pictures of totals end, and those of other rows; in units of the view, 0 if unknown. */
  private final double mostOfTotals;

  private final double mostOfOthers;
  private final boolean hasPictures;

  /**
   * @param rows which of the rows to show
   */
  AnswerPage(FleetAnswer answer, int[] rows) {
    this.answer = answer;
    this.rows = rows;
    names = answer.answer().names().stream().filter(column -> column.kind().isName()).toList();
    columns = answer.shown(rows);
    mostOfTotals = most(true);
    mostOfOthers = most(false);
    hasPictures = rows.length <= MAX_PICTURES && Math.max(mostOfTotals, mostOfOthers) > 0;
  }

  /** The most of what is known of totals, or of other rows. */
  private double most(boolean ofTotals) {
    return IntStream.of(rows)
        .filter(row -> answer.rows().get(row).isTotal() == ofTotals)
        .mapToDouble(row -> Math.max(quantile(row, QUANTILES.size() - 1), number(row, "mean")))
        .filter(most -> most > 0)
        .max()
        .orElse(0);
  }

  /** What as many devices do not exceed, or the next smaller part that is known of so few. */
  private double quantile(int row, int index) {
    double known = number(row, QUANTILES.get(index));
    return Double.isNaN(known) && index > 0 ? quantile(row, index - 1) : known;
  }

  private NumberColumn column(String id) {
    return Objects.requireNonNull(answer.answer().find(id));
  }

  private double number(int row, String column) {
    return answer.rows().get(row).number(column);
  }

  /**
   * The page.
   *
   * @param source what was asked
   * @param tool name and version of the program
   */
  String html(String source, String tool) throws IOException {
    FleetQuestion question = answer.question();
    String subtitle =
        "%s%s per device, by %s; %s"
            .formatted(
                question.view(),
                question.cumulative() ? " with callees" : "",
                String.join(", ", question.by()),
                tool);
    Map<String, String> places =
        Map.of(
            "title",
            escaped(source),
            "subtitle",
            escaped(subtitle),
            "cards",
            cards(),
            "devices",
            devices(),
            "count",
            count() + " rows",
            "signs",
            signs(),
            "head",
            head(),
            "rows",
            body(),
            "summary",
            answer.findings().summary().stream()
                .map(line -> "<p>" + escaped(line) + "</p>")
                .collect(joining()),
            "notes",
            list(AnswerWriter.notes(answer, rows)));
    return PLACE
        .matcher(HtmlWriter.page("answer.html"))
        .replaceAll(
            place -> Matcher.quoteReplacement(Objects.requireNonNull(places.get(place.group(1)))));
  }

  private static String escaped(String text) {
    return Markup.escaped(TerminalText.printable(text));
  }

  private static String list(List<String> lines) {
    return lines.stream().map(line -> "<li>" + escaped(line) + "</li>").collect(joining());
  }

  /** What the signs and pictures of the page mean, as far as it has them. */
  private String signs() {
    boolean hasMarks = IntStream.of(rows).anyMatch(row -> number(row, "changed") == 1);
    return "Means are per device. \u2248 is within a factor of two with a probability of 80 %, ~"
        + " less certain"
        + (hasMarks ? "; * marks rows beyond chance." : ".")
        + (hasPictures
            ? " Pictures show what devices hold: a broad line from p50 to p95, a thin one to p99,"
                + " and a mark at the mean."
            : "");
  }

  /** The verdict, and the totals, one for each group. */
  private String cards() {
    StringBuilder cards = new StringBuilder();
    GateVerdict verdict = answer.answer().verdict();
    if (verdict != null) {
      List<String> lines = VerdictText.lines(verdict, "", UnaryOperator.identity());
      cards.append(
          """
          <div class="card" id="verdict"><span class="card-title">Verdict</span>\
          <span class="card-value %s">%s</span><span>%s</span><ul>%s</ul></div>\
          """
              .formatted(
                  verdict.outcome().name().toLowerCase(Locale.ROOT),
                  verdict.outcome(),
                  escaped(VerdictText.summary(verdict)),
                  list(lines.subList(1, lines.size()))));
    }
    SplitCheck check = answer.findings().check();
    if (check != null && !check.kinds().isEmpty()) {
      cards.append(
          """
          <div class="card" id="check"><span class="card-title">Check</span>\
          <span class="card-value %s">%s</span><span>%s</span></div>\
          """
              .formatted(
                  check.isSound() ? "pass" : "inconclusive",
                  check.isSound() ? "sound" : "not sound",
                  escaped(check.text())));
    }
    int[] totals = IntStream.of(rows).filter(row -> answer.rows().get(row).isTotal()).toArray();
    for (int row : totals.length <= MAX_TOTALS ? totals : new int[0]) {
      String of = totals.length == 1 ? "" : " of " + group(row);
      for (ShownColumn column : columns) {
        if (column.form() == Form.ESTIMATE) {
          ShownColumn.Text cell = column.cell(row);
          cards.append(
              """
              <div class="card"><span class="card-title">total%s: %s</span>\
              <span class="card-value">%s</span> <span class="card-interval">%s</span></div>\
              """
                  .formatted(
                      escaped(of), escaped(column.heading()), cell.value(), cell.certainty()));
        }
      }
    }
    return cards.toString();
  }

  /** The group that a total is of. */
  private String group(int row) {
    return names.stream()
        .map(name -> name.text(row))
        .filter(text -> !text.isEmpty() && !text.equals("total"))
        .collect(joining(" "));
  }

  /** Where a script draws which part of the devices holds how much of a row, if that is known. */
  private String devices() {
    return IntStream.of(rows).anyMatch(this::hasHistogram)
        ? """
        <section class="panel" id="devices" aria-label="Devices" data-unit="%s">\
        <h2>Devices: <bdi id="drawn"></bdi></h2>\
        <p class="hint">Which part of the devices holds how much. Click on the name of a row.</p>\
        <svg viewBox="0 0 480 120" role="img" aria-labelledby="drawn"></svg></section>\
        """
            .formatted(answer.question().isOfBytes() ? "bytes" : "objects")
        : "";
  }

  private boolean hasHistogram(int row) {
    return answer.rows().get(row).has(FleetFigures.HISTOGRAM);
  }

  /** How many rows a filter may hide. */
  private long count() {
    return IntStream.of(rows)
        .filter(row -> answer.rows().get(row).text("kind").equals("row"))
        .count();
  }

  private String head() {
    Stream<String> ofNames = names.stream().map(name -> heading(name.id(), ""));
    Stream<String> numbers =
        columns.stream().map(column -> heading(column.heading(), column.isText() ? "" : "number"));
    Stream<String> pictures = hasPictures ? Stream.of(heading(DEVICES, "picture")) : Stream.of();
    return Stream.of(ofNames, numbers, pictures).flatMap(all -> all).collect(joining());
  }

  private static String heading(String heading, String kind) {
    return """
    <th scope="col" aria-sort="none" class="%s"><button type="button">%s</button></th>\
    """
        .formatted(kind, escaped(heading));
  }

  private String body() {
    StringBuilder body = new StringBuilder();
    for (int row : rows) {
      SqlRow answered = answer.rows().get(row);
      boolean isDrawn = hasHistogram(row);
      body.append(
          "<tr class=\"%s\"%s>"
              .formatted(
                  answered.text("kind"),
                  isDrawn
                      ? " data-devices=\"" + answered.text(FleetFigures.HISTOGRAM) + "\""
                      : ""));
      for (NameColumn name : names) {
        String cell =
            isDrawn && name.equals(names.get(names.size() - 1))
                ? "<button type=\"button\" class=\"function\"><bdi>%1$s</bdi></button>"
                : "<bdi>%1$s</bdi>";
        body.append(
            ("<td class=\"name\" title=\"%1$s\">" + cell + "</td>")
                .formatted(escaped(name.text(row))));
      }
      columns.forEach(column -> body.append(number(column, row)));
      body.append(hasPictures ? picture(row) : "");
      body.append("</tr>\n");
    }
    return body.toString();
  }

  /**
   * What devices hold, on one scale for totals and one for other rows: a line from half of them to
   * 99 %, broad up to 95 %, and a mark at the mean.
   */
  private String picture(int row) {
    double half = quantile(row, 0);
    double many = quantile(row, 1);
    double nearly = quantile(row, 2);
    double most = answer.rows().get(row).isTotal() ? mostOfTotals : mostOfOthers;
    if (!(most > 0) || Double.isNaN(half)) {
      return "<td class=\"picture\" data-value=\"\"></td>";
    }
    String words =
        Stream.of("p50", "mean", "p95", "p99")
            .filter(id -> !Double.isNaN(number(row, id)))
            .map(
                id ->
                    id + " " + ShownColumn.of("", Form.VALUE, column(id)).withOwnUnits().cell(row))
            .collect(joining(", "));
    return """
    <td class="picture" data-label="%s" data-value="%s">\
    <svg viewBox="0 0 100 12" role="img" aria-label="%s"><title>%s</title>\
    <path class="most" d="M%s,6H%s"/><path class="half" d="M%s,6H%s"/>\
    <path class="mean" d="M%s,1V11"/></svg></td>\
    """
        .formatted(
            DEVICES,
            many,
            escaped(words),
            escaped(words),
            place(half, most),
            place(nearly, most),
            place(half, most),
            place(many, most),
            place(number(row, "mean"), most));
  }

  /** A place in a picture, which has some room at its ends. */
  private static String place(double value, double most) {
    return String.format(Locale.ROOT, "%.1f", 2 + 96 * Math.min(1, value / most));
  }

  private static String number(ShownColumn column, int row) {
    double value = column.column().value(row);
    ShownColumn.Text cell = column.cell(row);
    return """
    <td class="%s" data-label="%s" data-value="%s">%s%s</td>\
    """
        .formatted(
            column.isText() ? "grows" : "number",
            escaped(column.heading()),
            Double.isNaN(value) ? "" : value,
            cell.value(),
            cell.certainty().isEmpty()
                ? ""
                : " <span class=\"interval\">" + cell.certainty() + "</span>");
  }
}
