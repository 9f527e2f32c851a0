package dev.heapconv.writer.table;

import java.io.IOException;
import java.io.OutputStream;

/** Writes tables in one format, whatever they are about. Has no state. */
public interface TableRenderer {

  /** Writes a table as UTF-8; equal tables give equal bytes. Does not close {@code out}. */
  void render(Table table, OutputStream out) throws IOException;
}
