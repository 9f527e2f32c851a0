package dev.heapconv;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.perfetto.EstimatesWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import dev.heapconv.writer.table.SummaryWriter;
import dev.heapconv.writer.table.TableOptions;
import dev.heapconv.writer.table.TableRenderer;
import dev.heapconv.writer.table.TableWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * An output format for profiles. The constants here are those of {@link Formats#STANDARD}; a
 * program can create others with {@link #of}. Writers are created, and their classes loaded, only
 * on demand.
 */
public final class Format {

  // Lambdas, because a method or constructor reference would load the class it refers to.

  public static final Format PPROF =
      of("pprof", List.of(".pb.gz", ".pprof.gz"), () -> new PprofWriter(true)).asBinary();
  public static final Format PPROF_PLAIN =
      of("pprof-plain", List.of(".pb", ".pprof"), () -> new PprofWriter(false)).asBinary();
  public static final Format SPEEDSCOPE =
      of("speedscope", List.of(".speedscope.json", ".speedscope"), () -> new SpeedscopeWriter())
          .withoutNegatives();
  public static final Format FOLDED =
      of("folded", List.of(".folded", ".collapsed"), () -> new FoldedWriter()).withoutNegatives();
  public static final Format HTML =
      of("html", List.of(".html", ".htm"), () -> new HtmlWriter())
          .showingSeveralDumps()
          .withoutNegatives();

  /** Estimates in the form of a trace, for viewers that show what a trace contains. */
  public static final Format PERFETTO_ESTIMATES =
      of("perfetto-estimates", List.of(".estimates.pftrace"), () -> new EstimatesWriter())
          .asBinary()
          .withoutNegatives();

  /**
   * A recorded trace with names added. It has no writer, because it is made from the recording: see
   * {@link HeapConv#addNames}.
   */
  public static final Format PERFETTO =
      of(
              "perfetto",
              List.of(".pftrace", ".perfetto-trace"),
              () -> {
                throw new UnsupportedOperationException("use HeapConv.addNames");
              })
          .asBinary();

  public static final Format TEXT =
      table("text", ".txt", () -> new SummaryWriter(TableOptions.DEFAULT, true));
  public static final Format CSV = table("csv", ".csv", () -> table(TableRenderer.csv()));
  public static final Format TSV = table("tsv", ".tsv", () -> table(TableRenderer.tsv()));
  public static final Format JSON = table("json", ".json", () -> table(TableRenderer.json()));
  public static final Format MARKDOWN = table("md", ".md", () -> table(TableRenderer.markdown()));

  private final String id;
  private final List<String> extensions;
  private final Supplier<ProfileWriter> writer;
  private final boolean table;
  private final boolean binary;
  private final boolean severalDumps;
  private final boolean negatives;

  private Format(
      String id,
      List<String> extensions,
      Supplier<ProfileWriter> writer,
      boolean table,
      boolean binary,
      boolean severalDumps,
      boolean negatives) {
    this.id = Objects.requireNonNull(id, "id");
    this.extensions = List.copyOf(extensions);
    this.writer = Objects.requireNonNull(writer, "writer");
    this.table = table;
    this.binary = binary;
    this.severalDumps = severalDumps;
    this.negatives = negatives;
  }

  /**
   * A text format.
   *
   * @param id its usual name, in lower case
   * @param extensions file name extensions for this format, the usual one first
   * @param writer creates its writer
   */
  public static Format of(String id, List<String> extensions, Supplier<ProfileWriter> writer) {
    if (extensions.isEmpty()) {
      throw new IllegalArgumentException("a format needs at least one extension");
    }
    return new Format(id, extensions, writer, false, false, false, true);
  }

  private static Format table(String id, String extension, Supplier<ProfileWriter> writer) {
    return new Format(id, List.of(extension), writer, true, false, false, true);
  }

  /** The same format, marked as binary, which a terminal cannot show. */
  public Format asBinary() {
    return new Format(id, extensions, writer, table, true, severalDumps, negatives);
  }

  /**
   * The same format, marked as showing how a heap changed from dump to dump, so that it uses all
   * dumps.
   */
  public Format showingSeveralDumps() {
    return new Format(id, extensions, writer, table, binary, true, negatives);
  }

  /** The same format, marked as unable to hold negative numbers. */
  public Format withoutNegatives() {
    return new Format(id, extensions, writer, table, binary, severalDumps, false);
  }

  /** Its usual name, in lower case. */
  public String id() {
    return id;
  }

  /** Whether it is binary, so that a terminal cannot show it. */
  public boolean isBinary() {
    return binary;
  }

  /** File name extensions for this format, the usual one first. */
  public List<String> extensions() {
    return extensions;
  }

  /** The usual extension for files in this format. */
  public String extension() {
    return extensions.get(0);
  }

  /** Whether it is a table of sums, configured by {@link TableOptions}. */
  public boolean isTable() {
    return table;
  }

  /** Whether it shows how a heap changed from dump to dump, so that it uses all dumps. */
  public boolean showsSeveralDumps() {
    return severalDumps;
  }

  /** Whether it can hold negative numbers, which a difference of two profiles has. */
  public boolean holdsNegatives() {
    return negatives;
  }

  /** Writes profiles in this format. */
  public ProfileWriter writer() {
    return writer.get();
  }

  private static ProfileWriter table(TableRenderer renderer) {
    return new TableWriter(AggregateOptions.DEFAULT, renderer);
  }

  /**
   * A renderer for single tables in this format; written as text, a profile is a page with several.
   *
   * @param options the page that text must fit
   * @throws IllegalArgumentException if this {@link #isTable is not a table format}
   */
  public TableRenderer renderer(TableOptions options) {
    return switch (table ? id : "") {
      case "text" -> TableRenderer.text(options);
      case "csv" -> TableRenderer.csv();
      case "tsv" -> TableRenderer.tsv();
      case "json" -> TableRenderer.json();
      case "md" -> TableRenderer.markdown();
      default -> throw new IllegalArgumentException(id + " is not a table format");
    };
  }

  @Override
  public String toString() {
    return id;
  }
}
