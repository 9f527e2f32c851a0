package dev.heapconv;

import dev.heapconv.show.TableOptions;
import dev.heapconv.show.TableOutput;
import dev.heapconv.show.TableRenderer;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.firefox.FirefoxWriter;
import dev.heapconv.writer.folded.FoldedWriter;
import dev.heapconv.writer.html.HtmlWriter;
import dev.heapconv.writer.otlp.OtlpWriter;
import dev.heapconv.writer.pprof.PprofWriter;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import dev.heapconv.writer.svg.FlameGraphWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An output format for profiles, and for answers to questions about them. A program writes one of
 * its own with an {@link Output} or a {@link ProfileWriter} of its own, which need not be known
 * here.
 */
public enum Format implements FileFormat {
  PPROF("pprof", ".pb.gz .pprof.gz", () -> new PprofWriter(true)),
  PPROF_PLAIN("pprof-plain", ".pb .pprof", () -> new PprofWriter(false)),
  SPEEDSCOPE("speedscope", ".speedscope.json .speedscope", () -> new SpeedscopeWriter()),
  FIREFOX("firefox", ".firefox.json", () -> new FirefoxWriter()),
  OTLP("otlp", ".otlp", () -> new OtlpWriter()),
  FOLDED("folded", ".folded .collapsed", () -> new FoldedWriter()),
  SVG("svg", ".svg", () -> new FlameGraphWriter()),
  HTML("html", ".html .htm", () -> new HtmlWriter()),
  TEXT("text", ".txt", null),
  CSV("csv", ".csv", null),
  TSV("tsv", ".tsv", null),
  JSON("json", ".json", null),
  MARKDOWN("md", ".md", null);

  private final String id;
  private final List<String> extensions;

  /** Creates what writes it, whose classes are loaded then; null for a table. */
  private final @Nullable Supplier<Output> output;

  Format(String id, String extensions, @Nullable Supplier<Output> output) {
    this.id = id;
    this.extensions = List.of(extensions.split(" "));
    this.output = output;
  }

  /** The format for a file name, as in {@link FileFormat#ofFileName}. */
  public static Optional<Format> ofFileName(String name) {
    return FileFormat.ofFileName(name).filter(Format.class::isInstance).map(Format.class::cast);
  }

  /** The format with an id, or with an extension given without its dot. */
  public static Optional<Format> ofId(String id) {
    return FileFormat.ofId(id).filter(Format.class::isInstance).map(Format.class::cast);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<String> extensions() {
    return extensions;
  }

  @Override
  public boolean isBinary() {
    return output().isBinary();
  }

  /** Whether it is a table. */
  public boolean isTable() {
    return output == null;
  }

  /** What writes it, and says what it can hold. */
  public Output output() {
    return output(TableOptions.DEFAULT);
  }

  /**
   * Likewise.
   *
   * @param page what text must fit
   */
  public Output output(TableOptions page) {
    return output == null ? new TableOutput(TableRenderer.of(id, page)) : output.get();
  }

  @Override
  public String toString() {
    return id;
  }
}
