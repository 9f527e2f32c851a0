package dev.heapconv;

import dev.heapconv.aggregate.Comparison;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.SummaryWriter;
import dev.heapconv.table.Table;
import dev.heapconv.table.TableOptions;
import dev.heapconv.table.TableRenderer;
import dev.heapconv.table.TableWriter;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.folded.DifferenceFolding;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.DifferenceReport;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An output format for profiles. The constants here are those of {@link Formats#STANDARD}; a
 * program can create others with {@link #of}. Writers are created, and their classes loaded, only
 * on demand.
 */
public final class Format {

  /** What is asked of a format. */
  public enum Property {
    /** A terminal cannot show it. */
    BINARY,
    /** A table of sums, configured by {@link TableOptions}. */
    TABLE,
    /** Shows how a heap changed from dump to dump, so that it uses all dumps. */
    SEVERAL_DUMPS,
    /** Cannot hold negative numbers, which a difference of two profiles has. */
    NO_NEGATIVES,
    /** Has both sides of a difference; others only have their difference. */
    BOTH_SIDES,
    /** Can keep the allocator's functions at the end of stacks. */
    ALLOCATOR_FRAMES,
    /** Made from a recording instead of a profile. */
    OF_RECORDING
  }

  public static final Format PPROF = standard("pprof", ".pb.gz .pprof.gz", Property.BINARY);
  public static final Format PPROF_PLAIN = standard("pprof-plain", ".pb .pprof", Property.BINARY);
  public static final Format SPEEDSCOPE =
      standard(
          "speedscope",
          ".speedscope.json .speedscope",
          Property.NO_NEGATIVES,
          Property.ALLOCATOR_FRAMES);
  public static final Format FOLDED =
      standard(
          "folded",
          ".folded .collapsed",
          Property.NO_NEGATIVES,
          Property.ALLOCATOR_FRAMES,
          Property.BOTH_SIDES);
  public static final Format HTML =
      standard(
          "html", ".html .htm", Property.SEVERAL_DUMPS, Property.NO_NEGATIVES, Property.BOTH_SIDES);

  /**
   * A recorded trace with names added. It has no writer, and {@link Formats#written} does not list
   * it, because it is made from the recording: see {@link HeapConv#addNames}.
   */
  public static final Format PERFETTO =
      standard("perfetto", ".pftrace .perfetto-trace", Property.BINARY, Property.OF_RECORDING);

  public static final Format TEXT = table("text", ".txt");
  public static final Format CSV = table("csv", ".csv");
  public static final Format TSV = table("tsv", ".tsv");
  public static final Format JSON = table("json", ".json");
  public static final Format MARKDOWN = table("md", ".md");

  private final String id;
  private final List<String> extensions;
  private final Supplier<ProfileWriter> writer;
  private final Set<Property> properties;

  private Format(
      String id,
      List<String> extensions,
      Supplier<ProfileWriter> writer,
      Set<Property> properties) {
    this.id = Objects.requireNonNull(id, "id");
    this.extensions = List.copyOf(extensions);
    this.writer = Objects.requireNonNull(writer, "writer");
    this.properties = properties;
  }

  /**
   * A format of a program's own.
   *
   * @param id its usual name, in lower case
   * @param extensions file name extensions for this format, the usual one first
   * @param writer creates its writer
   * @param properties neither {@link Property#TABLE} nor {@link Property#BOTH_SIDES}, which only
   *     the formats of this library have
   */
  public static Format of(
      String id, List<String> extensions, Supplier<ProfileWriter> writer, Property... properties) {
    Set<Property> all = Set.of(properties);
    if (extensions.isEmpty() || all.contains(Property.TABLE) || all.contains(Property.BOTH_SIDES)) {
      throw new IllegalArgumentException(
          "a format needs at least one extension, and only this library has tables and both sides");
    }
    return new Format(id, extensions, writer, all);
  }

  private static Format standard(String id, String extensions, Property... properties) {
    return new Format(
        id, List.of(extensions.split(" ")), new StandardWriter(id), Set.of(properties));
  }

  private static Format table(String id, String extension) {
    return standard(id, extension, Property.TABLE, Property.BOTH_SIDES);
  }

  /** Its usual name, in lower case. */
  public String id() {
    return id;
  }

  /** Whether it has a property. */
  public boolean has(Property property) {
    return properties.contains(property);
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
    return has(Property.TABLE);
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
    if (!isTable()) {
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

  /** See {@link HeapConv#writeDifference}. */
  void writeDifference(
      EstimatedProfile base,
      EstimatedProfile changed,
      Table table,
      TableOptions page,
      WriteOptions options,
      OutputStream out)
      throws IOException {
    switch (id) {
      case "html" ->
          DifferenceReport.write(table, Comparison.of(base, changed, GroupBy.STACK), options, out);
      case "folded" ->
          DifferenceFolding.write(Comparison.of(base, changed, GroupBy.STACK), options, out);
      default -> renderer(page).render(table, out);
    }
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
        case "perfetto" -> throw new UnsupportedOperationException("use HeapConv.addNames");
        case "text" -> new SummaryWriter(TableOptions.DEFAULT, true);
        default ->
            TableWriter.ofTotals(AggregateOptions.DEFAULT, renderer(id, TableOptions.DEFAULT));
      };
    }
  }
}
