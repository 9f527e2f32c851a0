package dev.heapconv;

import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import dev.heapconv.writer.table.DelimitedRenderer;
import dev.heapconv.writer.table.JsonRenderer;
import dev.heapconv.writer.table.MarkdownRenderer;
import dev.heapconv.writer.table.SummaryWriter;
import dev.heapconv.writer.table.TableOptions;
import dev.heapconv.writer.table.TableRenderer;
import dev.heapconv.writer.table.TableWriter;
import dev.heapconv.writer.table.TextRenderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** The formats that profiles are written in. */
public enum Format {
  PPROF("pprof", true, List.of(".pb.gz", ".pprof.gz"), () -> new PprofWriter(true)),
  PPROF_PLAIN("pprof-plain", true, List.of(".pb", ".pprof"), () -> new PprofWriter(false)),
  SPEEDSCOPE(
      "speedscope",
      false,
      List.of(".speedscope.json", ".speedscope"),
      () -> new SpeedscopeWriter()),
  FOLDED("folded", false, List.of(".folded", ".collapsed"), () -> new FoldedWriter()),
  HTML("html", false, List.of(".html", ".htm"), () -> new HtmlWriter()),
  TEXT("text", false, List.of(".txt"), () -> new SummaryWriter(TableOptions.DEFAULT, true)),
  CSV("csv", false, List.of(".csv"), () -> table(DelimitedRenderer.csv())),
  TSV("tsv", false, List.of(".tsv"), () -> table(DelimitedRenderer.tsv())),
  JSON("json", false, List.of(".json"), () -> table(new JsonRenderer())),
  MARKDOWN("md", false, List.of(".md"), () -> table(new MarkdownRenderer()));

  private final String id;
  private final boolean binary;
  private final List<String> extensions;
  private final Supplier<ProfileWriter> writer;

  Format(String id, boolean binary, List<String> extensions, Supplier<ProfileWriter> writer) {
    this.id = id;
    this.binary = binary;
    this.extensions = extensions;
    this.writer = writer;
  }

  /** What the command line calls it. */
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
    return this == TEXT || this == CSV || this == TSV || this == JSON || this == MARKDOWN;
  }

  /**
   * Whether it shows how a heap changed from dump to dump, so that all of them are of use to it.
   */
  public boolean showsSeveralDumps() {
    return this == HTML;
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
    return switch (this) {
      case TEXT -> new TextRenderer(options.width(), options.colour());
      case CSV -> DelimitedRenderer.csv();
      case TSV -> DelimitedRenderer.tsv();
      case JSON -> new JsonRenderer();
      case MARKDOWN -> new MarkdownRenderer();
      default -> throw new IllegalArgumentException(id + " is no format of tables");
    };
  }

  /** The format that a file name asks for by its end. */
  public static Optional<Format> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Format longest = null;
    int length = 0;
    for (Format format : values()) {
      for (String extension : format.extensions) {
        // Of ends that contain one another the longer says more.
        if (extension.length() > length && lower.endsWith(extension)) {
          longest = format;
          length = extension.length();
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The format of an id, or of an extension without its dot. */
  public static Optional<Format> ofId(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    for (Format format : values()) {
      if (format.id.equals(lower) || format.extensions.contains("." + lower)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** The ids of all formats. */
  public static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Format format : values()) {
      ids.add(format.id);
    }
    return ids;
  }
}
