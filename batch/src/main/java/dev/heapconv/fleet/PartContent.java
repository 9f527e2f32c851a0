package dev.heapconv.fleet;

import java.io.IOException;

/** A part that can be read, wherever it is. */
@FunctionalInterface
interface PartContent {

  /** Reads the part, as {@link PartReader#read}. */
  void read(PartReader reader, FleetPart.Rows rows) throws IOException;
}
