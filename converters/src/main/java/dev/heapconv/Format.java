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
  CSV("csv", false, List.of(".csv"), () -> DelimitedTableWriter.csv(TableOptions.DEFAULT)),
  TSV("tsv", false, List.of(".tsv"), () -> DelimitedTableWriter.tsv(TableOptions.DEFAULT)),
  JSON("json", false, List.of(".json"), () -> new JsonTableWriter(TableOptions.DEFAULT)),
  MARKDOWN("md", false, List.of(".md"), () -> new MarkdownTableWriter(TableOptions.DEFAULT));

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

  ProfileWriter newWriter() {
    return writer.get();
  }

  /**
   * A writer of one table; as text it is a table, where {@link #newWriter} gives a page with
   * several.
   */
  ProfileWriter newTableWriter(TableOptions options) {
    return switch (this) {
      case TEXT -> new TextTableWriter(options);
      case CSV -> DelimitedTableWriter.csv(options);
      case TSV -> DelimitedTableWriter.tsv(options);
      case JSON -> new JsonTableWriter(options);
      case MARKDOWN -> new MarkdownTableWriter(options);
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
