package dev.heapconv.batch;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What one input contributes to the totals of the fleet, in a file of its own: its stacks, and the
 * sums of each stack per heap. Groups are not decided here, so that a later batch can group
 * differently. The checksum of the zlib stream around it shows whether it is complete.
 */
final class FleetPart {

  /** The number of views of a row: the four, in order. */
  static final int VIEWS = View.ALL.size();

  private static final int MAGIC = 0x68636671;
  private static final int MAX_TEXT = 64 << 20;

  private FleetPart() {}

  /** Receives the rows of a part. */
  interface Rows {
    /** Called once for each heap, before its rows. */
    void heap(String device, HeapInfo info);

    /**
     * @param stack id in the table of {@link #read}
     * @param sums the four views are its groups; not retained
     */
    void row(int stack, EstimateSums sums) throws IOException;
  }

  static void write(EstimatedProfile profile, List<EstimatedHeap> heaps, OutputStream out)
      throws IOException {
    StackTable stacks = new StackTable();
    FleetFrames imported = new FleetFrames(profile.stacks(), stacks);
    List<Int2IntLinkedOpenHashMap> rowsOfHeaps = new ArrayList<>();
    List<EstimateSums> sumsOfHeaps = new ArrayList<>();
    for (EstimatedHeap heap : heaps) {
      Int2IntLinkedOpenHashMap rows = new Int2IntLinkedOpenHashMap();
      EstimateSums sums = EstimateSums.ofOneStack(heap.rows() * VIEWS);
      for (int row = 0; row < heap.rows(); row++) {
        int stack = imported.stack(heap.stack(row));
        int at = rows.getOrDefault(stack, rows.size());
        rows.putIfAbsent(stack, at);
        for (int view = 0; view < VIEWS; view++) {
          Column column = heap.column(View.ALL.get(view));
          if (column != null) {
            sums.add(at * VIEWS + view, column, row);
          }
        }
      }
      rowsOfHeaps.add(rows);
      sumsOfHeaps.add(sums);
    }
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater, 16 << 10);
    try (DataOutputStream data =
        new DataOutputStream(new BufferedOutputStream(deflated, 16 << 10))) {
      data.writeInt(MAGIC);
      writeStacks(stacks, data);
      data.writeInt(heaps.size());
      for (int i = 0; i < heaps.size(); i++) {
        HeapInfo info = heaps.get(i).info();
        writeText(profile.capture().device(), data);
        writeText(info.process(), data);
        writeText(info.heap(), data);
        writeText(info.packageVersion(), data);
        data.writeInt(rowsOfHeaps.get(i).size());
        int at = 0;
        for (int stack : rowsOfHeaps.get(i).keySet()) {
          data.writeInt(stack);
          sumsOfHeaps.get(i).write(at, VIEWS, data);
          at += VIEWS;
        }
      }
    } finally {
      deflater.end();
    }
  }

  private static void writeStacks(StackTable stacks, DataOutputStream data) throws IOException {
    data.writeInt(stacks.mappingCount());
    for (int i = 0; i < stacks.mappingCount(); i++) {
      writeText(stacks.mapping(i).path(), data);
      writeText(stacks.mapping(i).buildId(), data);
    }
    data.writeInt(stacks.frameCount());
    for (int i = 0; i < stacks.frameCount(); i++) {
      data.writeInt(stacks.frameMapping(i));
      data.writeLong(stacks.frameRelPc(i));
      data.writeInt(stacks.lines(i).size());
      for (SourceLine line : stacks.lines(i)) {
        writeText(line.function(), data);
        writeText(line.systemName().equals(line.function()) ? "" : line.systemName(), data);
        writeText(line.file(), data);
      }
    }
    data.writeInt(stacks.stackCount());
    for (int i = 1; i < stacks.stackCount(); i++) {
      data.writeInt(stacks.parent(i));
      data.writeInt(stacks.frame(i));
    }
  }

  private static void writeText(String text, DataOutputStream data) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  /**
   * Reads a part to its end and verifies its checksum.
   *
   * @throws IOException if it is incomplete or damaged
   */
  static void check(Path part) throws IOException {
    try (InputStream inflating = new InflaterInputStream(Files.newInputStream(part))) {
      inflating.transferTo(OutputStream.nullOutputStream());
    }
  }

  /**
   * Reads a part that was verified.
   *
   * @param stacks where its stacks are added: {@code rows} receives ids of this table
   */
  static void read(InputStream in, StackTable stacks, Rows rows) throws IOException {
    DataInputStream data =
        new DataInputStream(new BufferedInputStream(new InflaterInputStream(in), 16 << 10));
    if (data.readInt() != MAGIC) {
      throw new IOException("not a part of a fleet");
    }
    int[] ids = readStacks(data, stacks);
    int heaps = data.readInt();
    EstimateSums sums = EstimateSums.ofOneStack(VIEWS);
    for (int i = 0; i < heaps; i++) {
      String device = readText(data);
      String process = readText(data);
      String heap = readText(data);
      rows.heap(
          device,
          new HeapInfo(
              -1, process, heap, 1, 1, 0, 0, Scheme.SCALED, 0, 0, 0, readText(data), false));
      int count = data.readInt();
      for (int row = 0; row < count; row++) {
        int stack = ids[data.readInt()];
        sums.clear();
        sums.read(0, VIEWS, data);
        rows.row(stack, sums);
      }
    }
    if (data.read() >= 0) {
      throw new IOException("data after the end of a part of a fleet");
    }
  }

  private static int[] readStacks(DataInputStream data, StackTable stacks) throws IOException {
    int[] mappings = new int[data.readInt()];
    for (int i = 0; i < mappings.length; i++) {
      String path = readText(data);
      mappings[i] = stacks.addMapping(new Mapping(path, readText(data)));
    }
    int[] frames = new int[data.readInt()];
    for (int i = 0; i < frames.length; i++) {
      int mapping = data.readInt();
      long relPc = data.readLong();
      int lineCount = data.readInt();
      List<SourceLine> lines = new ArrayList<>(1);
      for (int line = 0; line < lineCount; line++) {
        String function = readText(data);
        String systemName = readText(data);
        lines.add(
            new SourceLine(
                function, systemName.isEmpty() ? function : systemName, readText(data), 0));
      }
      frames[i] =
          stacks.addFrame(mapping < 0 ? StackTable.NO_MAPPING : mappings[mapping], relPc, lines);
    }
    int[] ids = new int[data.readInt()];
    for (int i = 1; i < ids.length; i++) {
      int parent = data.readInt();
      ids[i] = stacks.addStack(ids[parent], frames[data.readInt()]);
    }
    return ids;
  }

  private static String readText(DataInputStream data) throws IOException {
    int length = data.readInt();
    if (length < 0 || length > MAX_TEXT) {
      throw new IOException("a name has " + length + " bytes");
    }
    return new String(data.readNBytes(length), StandardCharsets.UTF_8);
  }
}
