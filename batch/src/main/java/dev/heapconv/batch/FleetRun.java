package dev.heapconv.batch;

import dev.heapconv.aggregate.EstimateSums;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A run: sorted rows that did not fit into memory, in a temporary file; and the merge of several
 * runs.
 */
final class FleetRun implements Closeable {

  private static final int BUFFER_BYTES = 64 << 10;

  /** Written after the last row, in place of a group. */
  private static final int END = -1;

  private final DataInputStream in;
  private FleetRow current;

  private FleetRun(Path file) throws IOException {
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    advance();
  }

  /** Passes rows, in order, to an action. */
  @FunctionalInterface
  interface Source {
    void forEach(RowAction action) throws IOException;
  }

  static void write(Path file, Source sorted) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES))) {
      sorted.forEach(
          row -> {
            out.writeInt(row.group());
            out.writeLong(row.high());
            out.writeLong(row.low());
            out.writeInt(row.frames().length);
            for (int frame : row.frames()) {
              out.writeInt(frame);
            }
            row.sums().write(0, FleetPart.VIEWS, out);
          });
      out.writeInt(END);
    }
  }

  private void advance() throws IOException {
    int group = in.readInt();
    if (group == END) {
      current = null;
      return;
    }
    long high = in.readLong();
    long low = in.readLong();
    int[] frames = new int[in.readInt()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = in.readInt();
    }
    EstimateSums sums = new EstimateSums(FleetPart.VIEWS);
    sums.read(0, FleetPart.VIEWS, in);
    current = new FleetRow(group, high, low, frames, sums);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** What to do with a row. */
  @FunctionalInterface
  interface RowAction {
    void accept(FleetRow row) throws IOException;
  }

  /** Passes on the rows of all files in order; rows of the same stack and group are combined. */
  static void merge(List<Path> files, RowAction action) throws IOException {
    List<FleetRun> runs = new ArrayList<>();
    try {
      PriorityQueue<FleetRun> queue = new PriorityQueue<>((a, b) -> a.current.compareTo(b.current));
      for (Path file : files) {
        FleetRun run = new FleetRun(file);
        runs.add(run);
        if (run.current != null) {
          queue.add(run);
        }
      }
      FleetRow row = null;
      for (FleetRun run; (run = queue.poll()) != null; ) {
        FleetRow next = run.current;
        if (row != null && row.compareTo(next) == 0) {
          row.add(next);
        } else {
          if (row != null) {
            action.accept(row);
          }
          row = next;
        }
        run.advance();
        if (run.current != null) {
          queue.add(run);
        }
      }
      if (row != null) {
        action.accept(row);
      }
    } finally {
      for (FleetRun run : runs) {
        run.close();
      }
    }
  }
}
