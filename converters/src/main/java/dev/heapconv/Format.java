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

  public static final Format PPROF = standard("pprof", ".pb.gz", ".pprof.gz").asBinary();
  public static final Format PPROF_PLAIN = standard("pprof-plain", ".pb", ".pprof").asBinary();
  public static final Format SPEEDSCOPE =
      standard("speedscope", ".speedscope.json", ".speedscope").withoutNegatives();
  public static final Format FOLDED =
      standard("folded", ".folded", ".collapsed").withoutNegatives();
  public static final Format HTML =
      standard("html", ".html", ".htm").showingSeveralDumps().withoutNegatives();

  /** Estimates in the form of a trace, for viewers that show what a trace contains. */
  public static final Format PERFETTO_ESTIMATES =
      standard("perfetto-estimates", ".estimates.pftrace").asBinary().withoutNegatives();

  /**
   * A recorded trace with names added. It has no writer, and {@link Formats#written} does not list
   * it, because it is made from the recording: see {@link HeapConv#addNames}.
   */
  public static final Format PERFETTO =
      standard("perfetto", ".pftrace", ".perfetto-trace").asBinary();

  public static final Format TEXT = table("text", ".txt");
  public static final Format CSV = table("csv", ".csv");
  public static final Format TSV = table("tsv", ".tsv");
  public static final Format JSON = table("json", ".json");
  public static final Format MARKDOWN = table("md", ".md");

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

  private static Format standard(String id, String... extensions) {
    return of(id, List.of(extensions), new StandardWriter(id));
  }

  private static Format table(String id, String extension) {
    return new Format(id, List.of(extension), new StandardWriter(id), true, false, false, true);
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

  /**
   * A renderer for single tables in this format; written as text, a profile is a page with several.
   *
   * @param options the page that text must fit
   * @throws IllegalArgumentException if this {@link #isTable is not a table format}
   */
  public TableRenderer renderer(TableOptions options) {
    if (!table) {
      throw new IllegalArgumentException(id + " is not a table format");
    }
    return renderer(id, options);
  }

  private static TableRenderer renderer(String id, TableOptions options) {
    return switch (id) {
      case "text" -> TableRenderer.text(options);
      case "csv" -> TableRenderer.csv();
      case "tsv" -> TableRenderer.tsv();
      case "json" -> TableRenderer.json();
      case "md" -> TableRenderer.markdown();
      default -> throw new IllegalArgumentException("no standard table format is called " + id);
    };
  }

  @Override
  public String toString() {
    return id;
  }

  /**
   * Creates the writers of the constants. One class instead of a lambda for each, which would be
   * linked at run time and slow the start-up.
   */
  private record StandardWriter(String id) implements Supplier<ProfileWriter> {
    @Override
    public ProfileWriter get() {
      return switch (id) {
        case "pprof" -> new PprofWriter(true);
        case "pprof-plain" -> new PprofWriter(false);
        case "speedscope" -> new SpeedscopeWriter();
        case "folded" -> new FoldedWriter();
        case "html" -> new HtmlWriter();
        case "perfetto-estimates" -> new EstimatesWriter();
        case "perfetto" -> throw new UnsupportedOperationException("use HeapConv.addNames");
        case "text" -> new SummaryWriter(TableOptions.DEFAULT, true);
        default -> new TableWriter(AggregateOptions.DEFAULT, renderer(id, TableOptions.DEFAULT));
      };
    }
  }
}
