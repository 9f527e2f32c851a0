package dev.heapconv;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
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
 * A format that profiles are written in. Those here are the ones of {@link Formats#STANDARD}; a
 * program may make others with {@link #of}. Writers are made, and their classes loaded, only when
 * they are asked for.
 */
public final class Format {

  // Lambdas, because a reference to a method or constructor loads the class that has it.

  public static final Format PPROF =
      of("pprof", List.of(".pb.gz", ".pprof.gz"), () -> new PprofWriter(true)).asBinary();
  public static final Format PPROF_PLAIN =
      of("pprof-plain", List.of(".pb", ".pprof"), () -> new PprofWriter(false)).asBinary();
  public static final Format SPEEDSCOPE =
      of("speedscope", List.of(".speedscope.json", ".speedscope"), () -> new SpeedscopeWriter());
  public static final Format FOLDED =
      of("folded", List.of(".folded", ".collapsed"), () -> new FoldedWriter());
  public static final Format HTML =
      of("html", List.of(".html", ".htm"), () -> new HtmlWriter()).showingSeveralDumps();
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

  private Format(
      String id,
      List<String> extensions,
      Supplier<ProfileWriter> writer,
      boolean table,
      boolean binary,
      boolean severalDumps) {
    this.id = Objects.requireNonNull(id, "id");
    this.extensions = List.copyOf(extensions);
    this.writer = Objects.requireNonNull(writer, "writer");
    this.table = table;
    this.binary = binary;
    this.severalDumps = severalDumps;
  }

  /**
   * A format of text.
   *
   * @param id what people call it, in lower case
   * @param extensions ends of file names that mean this format, the usual one first
   * @param writer makes its writer
   */
  public static Format of(String id, List<String> extensions, Supplier<ProfileWriter> writer) {
    if (extensions.isEmpty()) {
      throw new IllegalArgumentException("a format has at least one extension");
    }
    return new Format(id, extensions, writer, false, false, false);
  }

  private static Format table(String id, String extension, Supplier<ProfileWriter> writer) {
    return new Format(id, List.of(extension), writer, true, false, false);
  }

  /** The same format, which a terminal cannot show. */
  public Format asBinary() {
    return new Format(id, extensions, writer, table, true, severalDumps);
  }

  /**
   * The same format, which shows how a heap changed from dump to dump, so that all of them are of
   * use to it.
   */
  public Format showingSeveralDumps() {
    return new Format(id, extensions, writer, table, binary, true);
  }

  /** What people call it. */
  public String id() {
    return id;
  }

  /** Whether a terminal cannot show it. */
  public boolean isBinary() {
    return binary;
  }

  /** Ends of file names that mean this format, the usual one first. */
  public List<String> extensions() {
    return extensions;
  }

  /** The extension of files of this format. */
  public String extension() {
    return extensions.get(0);
  }

  /** Whether it is a table of sums, which {@link TableOptions} shape. */
  public boolean isTable() {
    return table;
  }

  /**
   * Whether it shows how a heap changed from dump to dump, so that all of them are of use to it.
   */
  public boolean showsSeveralDumps() {
    return severalDumps;
  }

  /** Writes profiles in this format. */
  public ProfileWriter writer() {
    return writer.get();
  }

  private static ProfileWriter table(TableRenderer renderer) {
    return new TableWriter(AggregateOptions.DEFAULT, renderer);
  }

  /**
   * Writes single tables in this format; as text a profile is a page with several.
   *
   * @param options the page that text has to fit
   * @throws IllegalArgumentException if this {@link #isTable is no format of tables}
   */
  public TableRenderer renderer(TableOptions options) {
    return switch (table ? id : "") {
      case "text" -> TableRenderer.text(options);
      case "csv" -> TableRenderer.csv();
      case "tsv" -> TableRenderer.tsv();
      case "json" -> TableRenderer.json();
      case "md" -> TableRenderer.markdown();
      default -> throw new IllegalArgumentException(id + " is not a format of tables");
    };
  }

  @Override
  public String toString() {
    return id;
  }
}
