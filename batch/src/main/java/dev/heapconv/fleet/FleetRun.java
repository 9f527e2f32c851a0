package dev.heapconv.fleet;

import dev.heapconv.aggregate.ExactSums;
import it.unimi.dsi.fastutil.io.FastBufferedInputStream;
import it.unimi.dsi.fastutil.io.FastBufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run: sorted rows that did not fit into memory, in a temporary file. */
final class FleetRun implements FleetCursor {

  private static final int BUFFER_BYTES = 64 << 10;

  /** Written after the last row, in place of a group. */
  private static final int END = -1;

  private final DataInputStream in;
  private final List<FleetGroup> groups = new ArrayList<>();

  FleetRun(Path file) throws IOException {
    in = new DataInputStream(new FastBufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
  }

  /** Writes a run. A group is written with its first row; then it has a number. */
  static void write(Path file, FleetCursor sorted) throws IOException {
    Map<FleetGroup, Integer> groups = new HashMap<>();
    try (DataOutputStream out =
        new DataOutputStream(
            new FastBufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES))) {
      for (FleetRow row; (row = sorted.next()) != null; ) {
        Integer known = groups.putIfAbsent(row.group(), groups.size());
        out.writeInt(known == null ? groups.size() - 1 : known);
        if (known == null) {
          StoredFrame.writeText(row.group().name(), out);
          StoredFrame.writeText(row.group().process(), out);
          StoredFrame.writeText(row.group().heap(), out);
        }
        out.writeLong(row.namesHigh());
        out.writeLong(row.namesLow());
        out.writeLong(row.high());
        out.writeLong(row.low());
        out.writeInt(row.frames().length);
        for (int frame : row.frames()) {
          out.writeInt(frame);
        }
        row.sums().write(0, FleetPart.VIEWS, out);
      }
      out.writeInt(END);
    }
  }

  @Override
  public @Nullable FleetRow next() throws IOException {
    int group = in.readInt();
    if (group == END) {
      return null;
    }
    if (group == groups.size()) {
      String name = StoredFrame.readText(in);
      String process = StoredFrame.readText(in);
      groups.add(new FleetGroup(name, process, StoredFrame.readText(in)));
    }
    long namesHigh = in.readLong();
    long namesLow = in.readLong();
    long high = in.readLong();
    long low = in.readLong();
    int[] frames = new int[in.readInt()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = in.readInt();
    }
    ExactSums sums = new ExactSums(FleetPart.VIEWS);
    sums.read(0, FleetPart.VIEWS, in);
    return new FleetRow(groups.get(group), namesHigh, namesLow, high, low, frames, sums);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
