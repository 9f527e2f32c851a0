package dev.heapconv;

import dev.heapconv.query.AggregateOptions;
import dev.heapconv.show.TableOptions;
import dev.heapconv.show.TableRenderer;
import dev.heapconv.show.TableWriter;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.firefox.FirefoxWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.otlp.OtlpWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import dev.heapconv.writer.svg.FlameGraphWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An output format for profiles. A program writes one of its own with a {@link ProfileWriter} of
 * its own, which need not be known here.
 */
public enum Format {
  PPROF("pprof", ".pb.gz .pprof.gz", Property.BINARY),
  PPROF_PLAIN("pprof-plain", ".pb .pprof", Property.BINARY),
  SPEEDSCOPE(
      "speedscope",
      ".speedscope.json .speedscope",
      Property.NO_NEGATIVES,
      Property.ALLOCATOR_FRAMES),
  FIREFOX("firefox", ".firefox.json", Property.NO_NEGATIVES, Property.ALLOCATOR_FRAMES),
  OTLP("otlp", ".otlp", Property.BINARY, Property.ALLOCATOR_FRAMES),
  FOLDED(
      "folded",
      ".folded .collapsed",
      Property.NO_NEGATIVES,
      Property.ALLOCATOR_FRAMES,
      Property.BOTH_SIDES),
  SVG("svg", ".svg", Property.NO_NEGATIVES, Property.ALLOCATOR_FRAMES, Property.BOTH_SIDES),
  HTML("html", ".html .htm", Property.SEVERAL_DUMPS, Property.NO_NEGATIVES, Property.BOTH_SIDES),
  /**
   * A recorded trace with names added. It has no writer, because it is made from the recording: see
   * {@link HeapConv#addNames}.
   */
  PERFETTO("perfetto", ".pftrace .perfetto-trace", Property.BINARY, Property.OF_RECORDING),
  TEXT("text", ".txt", Property.TABLE, Property.BOTH_SIDES),
  CSV("csv", ".csv", Property.TABLE, Property.BOTH_SIDES),
  TSV("tsv", ".tsv", Property.TABLE, Property.BOTH_SIDES),
  JSON("json", ".json", Property.TABLE, Property.BOTH_SIDES),
  MARKDOWN("md", ".md", Property.TABLE, Property.BOTH_SIDES);

  /** What is asked of a format. */
  public enum Property {
    /** A terminal cannot show it. */
    BINARY,
    /** A table of sums. */
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

  private final String id;
  private final List<String> extensions;
  private final Set<Property> properties;

  Format(String id, String extensions, Property... properties) {
    this.id = id;
    this.extensions = List.of(extensions.split(" "));
    this.properties = Set.of(properties);
  }

  /** The ids of all formats. */
  public static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Format format : values()) {
      ids.add(format.id);
    }
    return ids;
  }

  /**
   * The format for a file name, by its extension. {@code .gz} may follow, and asks to compress what
   * the writer writes; only {@link #PPROF} is compressed anyway.
   */
  public static Optional<Format> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Format longest = null;
    int length = 0;
    for (Format format : values()) {
      for (String extension : format.extensions) {
        boolean ends = lower.endsWith(extension) || lower.endsWith(extension + ".gz");
        // Where one extension ends in another, the longer is more specific.
        if (extension.length() > length && ends) {
          longest = format;
          length = extension.length();
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The format with an id, or with an extension given without its dot. */
  public static Optional<Format> ofId(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    for (Format format : values()) {
      if (format.id.equals(lower) || format.extensions.contains("." + lower)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
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

  /** Whether it is a table of sums. */
  public boolean isTable() {
    return has(Property.TABLE);
  }

  /** Whether it shows sums of heaps, which several dumps of one do not have. */
  public boolean isOfSums() {
    return isTable() || this == SVG;
  }

  /** Writes profiles in this format. */
  public ProfileWriter writer() {
    return switch (this) {
      case PPROF -> new PprofWriter(true);
      case PPROF_PLAIN -> new PprofWriter(false);
      case SPEEDSCOPE -> new SpeedscopeWriter();
      case FIREFOX -> new FirefoxWriter();
      case OTLP -> new OtlpWriter();
      case FOLDED -> new FoldedWriter();
      case SVG -> new FlameGraphWriter();
      case HTML -> new HtmlWriter();
      case PERFETTO -> throw new UnsupportedOperationException("use HeapConv.addNames");
      case TEXT, CSV, TSV, JSON, MARKDOWN ->
          TableWriter.ofTotals(
              AggregateOptions.DEFAULT, TableRenderer.of(id, TableOptions.DEFAULT));
    };
  }

  /**
   * Writes what grows in profiles in this format, which is a table or {@link #HTML}.
   *
   * @param rows what a table shows; the report shows all functions
   * @param page what text must fit
   */
  public ProfileWriter growthWriter(AggregateOptions rows, TableOptions page) {
    return this == HTML
        ? HtmlWriter.ofGrowth()
        : TableWriter.ofGrowth(rows, TableRenderer.of(id, page));
  }

  @Override
  public String toString() {
    return id;
  }
}
