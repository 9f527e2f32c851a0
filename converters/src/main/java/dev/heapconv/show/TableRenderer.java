package dev.heapconv.show;

import java.io.IOException;
import java.io.OutputStream;

/** Writes tables in one format, whatever they contain. Stateless. */
public interface TableRenderer {

  /** Writes a table as UTF-8; equal tables produce equal bytes. Does not close {@code out}. */
  void render(Table table, OutputStream out) throws IOException;

  /** Whether people look at it as a page of its own, which begins with what they may want first. */
  default boolean isScreen() {
    return false;
  }

  /**
   * The renderer of a format.
   *
   * @param id of the format
   * @param page as wide and colourful as text may be
   * @throws IllegalArgumentException if it is not a format of tables
   */
  static TableRenderer of(String id, TableOptions page) {
    return switch (id) {
      case "text" -> new TextRenderer(page);
      case "csv" -> DelimitedRenderer.csv();
      case "tsv" -> DelimitedRenderer.tsv();
      case "json" -> new JsonRenderer();
      case "md" -> new MarkdownRenderer();
      default -> throw new IllegalArgumentException(id + " is not a table format");
    };
  }
}
