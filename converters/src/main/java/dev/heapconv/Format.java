package dev.heapconv;

import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import dev.heapconv.writer.table.DelimitedTableWriter;
import dev.heapconv.writer.table.JsonTableWriter;
import dev.heapconv.writer.table.MarkdownTableWriter;
import dev.heapconv.writer.table.SummaryWriter;
import dev.heapconv.writer.table.TableOptions;
import dev.heapconv.writer.table.TextTableWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A format that profiles are written in. Those here are the ones of {@link Formats#STANDARD}; a
 * program may make others with {@link #of}. Writers are made, and their classes loaded, only when
 * they are asked for.
 */
public final class Format {

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
      table(
          "text",
          ".txt",
          () -> new SummaryWriter(TableOptions.DEFAULT, true),
          options -> new TextTableWriter(options));
  public static final Format CSV = table("csv", ".csv", DelimitedTableWriter::csv);
  public static final Format TSV = table("tsv", ".tsv", DelimitedTableWriter::tsv);
  public static final Format JSON = table("json", ".json", options -> new JsonTableWriter(options));
  public static final Format MARKDOWN =
      table("md", ".md", options -> new MarkdownTableWriter(options));

  private final String id;
  private final List<String> extensions;
  private final Supplier<ProfileWriter> writer;
  private final Function<TableOptions, ProfileWriter> tableWriter;
  private final boolean binary;
  private final boolean severalDumps;

  private Format(
      String id,
      List<String> extensions,
      Supplier<ProfileWriter> writer,
      Function<TableOptions, ProfileWriter> tableWriter,
      boolean binary,
      boolean severalDumps) {
    this.id = Objects.requireNonNull(id, "id");
    this.extensions = List.copyOf(extensions);
    this.writer = Objects.requireNonNull(writer, "writer");
    this.tableWriter = tableWriter;
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
    return new Format(id, extensions, writer, null, false, false);
  }

  private static Format table(
      String id, String extension, Function<TableOptions, ProfileWriter> tableWriter) {
    return table(id, extension, () -> tableWriter.apply(TableOptions.DEFAULT), tableWriter);
  }

  private static Format table(
      String id,
      String extension,
      Supplier<ProfileWriter> writer,
      Function<TableOptions, ProfileWriter> tableWriter) {
    return new Format(id, List.of(extension), writer, tableWriter, false, false);
  }

  /** The same format, which a terminal cannot show. */
  public Format asBinary() {
    return new Format(id, extensions, writer, tableWriter, true, severalDumps);
  }

  /**
   * The same format, which shows how a heap changed from dump to dump, so that all of them are of
   * use to it.
   */
  public Format showingSeveralDumps() {
    return new Format(id, extensions, writer, tableWriter, binary, true);
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
    return tableWriter != null;
  }

  /**
   * Whether it shows how a heap changed from dump to dump, so that all of them are of use to it.
   */
  public boolean showsSeveralDumps() {
    return severalDumps;
  }

  ProfileWriter newWriter() {
    return writer.get();
  }

  /**
   * A writer of one table; as text it is a table, where {@link #newWriter} returns one of a page
   * with several.
   */
  ProfileWriter newTableWriter(TableOptions options) {
    if (tableWriter == null) {
      throw new IllegalArgumentException(id + " is not a format of tables");
    }
    return tableWriter.apply(options);
  }

  @Override
  public String toString() {
    return id;
  }
}
