package dev.heapconv.table;

import java.io.IOException;
import java.io.OutputStream;

/** Writes tables in one format, whatever they contain. Stateless. */
public interface TableRenderer {

  /** Writes a table as UTF-8; equal tables produce equal bytes. Does not close {@code out}. */
  void render(Table table, OutputStream out) throws IOException;

  /** Values separated by commas. */
  static TableRenderer csv() {
    return DelimitedRenderer.csv();
  }

  /** Values separated by tabs. */
  static TableRenderer tsv() {
    return DelimitedRenderer.tsv();
  }

  static TableRenderer json() {
    return new JsonRenderer();
  }

  static TableRenderer markdown() {
    return new MarkdownRenderer();
  }

  /** Human-readable text, as wide and colourful as the page allows. */
  static TableRenderer text(TableOptions page) {
    return new TextRenderer(page);
  }
}
