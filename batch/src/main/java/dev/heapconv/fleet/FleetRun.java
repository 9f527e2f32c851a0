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
import java.util.Queue;

/**
 * A run: sorted rows that did not fit into memory, in a temporary file; and the merge of several
 * runs.
 */
final class FleetRun implements Closeable {

  private static final int BUFFER_BYTES = 64 << 10;

  /** Written after the last row, in place of a group. */
  private static final int END = -1;

  private final DataInputStream in;

  private FleetRun(Path file) throws IOException {
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
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

  /** The next row of a run that is being merged. */
  private record Head(FleetRow row, FleetRun run) {}

  /** Brings the next row, unless there are no more. */
  private void advance(Queue<Head> heads) throws IOException {
    int group = in.readInt();
    if (group == END) {
      return;
    }
    long high = in.readLong();
    long low = in.readLong();
    int[] frames = new int[in.readInt()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = in.readInt();
    }
    EstimateSums sums = EstimateSums.ofOneStack(FleetPart.VIEWS);
    sums.read(0, FleetPart.VIEWS, in);
    heads.add(new Head(new FleetRow(group, high, low, frames, sums), this));
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
      Queue<Head> heads = new PriorityQueue<>((a, b) -> a.row.compareTo(b.row));
      for (Path file : files) {
        FleetRun run = new FleetRun(file);
        runs.add(run);
        run.advance(heads);
      }
      FleetRow row = null;
      for (Head head; (head = heads.poll()) != null; ) {
        FleetRow next = head.row;
        if (row != null && row.compareTo(next) == 0) {
          row.add(next);
        } else {
          if (row != null) {
            action.accept(row);
          }
          row = next;
        }
        head.run.advance(heads);
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
