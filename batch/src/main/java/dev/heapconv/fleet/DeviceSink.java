package dev.heapconv.fleet;

import java.io.IOException;

/** Receives what recordings have of the rows of a table. */
@FunctionalInterface
interface DeviceSink {

  /**
   * @param row number of the row
   * @param recording number of the recording
   * @param value as from {@link dev.heapconv.query.DeviceSums#numbers}; not retained
   */
  void accept(int row, int recording, double[] value) throws IOException;
}
