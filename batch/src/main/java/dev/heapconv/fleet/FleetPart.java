package dev.heapconv.fleet;

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
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
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
 * What one recording contributes to the totals of the fleet: its stacks, and the sums of each stack
 * per heap. Groups are not decided here, so that the same part can be grouped differently later.
 */
public final class FleetPart {

  /** The number of views of a row: the four of {@link View#ALL}, in order. */
  public static final int VIEWS = View.ALL.size();

  private static final int MAGIC = 0x68636671;
  private static final int MAX_TEXT = 64 << 20;

  private final String device;
  private final StackTable stacks = new StackTable();
  private final List<HeapRows> heaps = new ArrayList<>();

  /** The rows of a heap: of each stack the position among the sums, in groups of four. */
  private record HeapRows(HeapInfo info, Int2IntLinkedOpenHashMap rows, EstimateSums sums) {}

  /** Receives the rows of a part. */
  public interface Rows {
    /** Called once for each heap, before its rows. The table of stacks is complete then. */
    void heap(String device, HeapInfo info) throws IOException;

    /**
     * @param stack id in the table of the part
     * @param sums the four views are its groups; not retained
     */
    void row(int stack, EstimateSums sums) throws IOException;
  }

  /**
   * @param heaps those of the profile that count
   */
  public FleetPart(EstimatedProfile profile, List<EstimatedHeap> heaps) {
    device = profile.capture().device();
    FleetFrames imported = new FleetFrames(profile.stacks(), stacks);
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
      this.heaps.add(new HeapRows(heap.info(), rows, sums));
    }
  }

  /** Its stacks, without what differs from one run of a program to the next. */
  public StackTable stacks() {
    return stacks;
  }

  /** Passes on the rows, heap by heap. */
  public void forEach(Rows action) throws IOException {
    EstimateSums one = EstimateSums.ofOneStack(VIEWS);
    for (HeapRows heap : heaps) {
      action.heap(device, heap.info);
      int at = 0;
      for (int stack : heap.rows.keySet()) {
        one.clear();
        one.add(0, heap.sums, at, VIEWS);
        action.row(stack, one);
        at += VIEWS;
      }
    }
  }

  /**
   * Writes the part. The checksum of the zlib stream around it shows whether it is complete.
   *
   * @param out is closed
   */
  public void write(OutputStream out) throws IOException {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater, 16 << 10);
    try (DataOutputStream data =
        new DataOutputStream(new BufferedOutputStream(deflated, 16 << 10))) {
      data.writeInt(MAGIC);
      writeStacks(data);
      data.writeInt(heaps.size());
      for (HeapRows heap : heaps) {
        writeText(device, data);
        writeText(heap.info.process(), data);
        writeText(heap.info.heap(), data);
        writeText(heap.info.packageVersion(), data);
        data.writeInt(heap.rows.size());
        int at = 0;
        for (int stack : heap.rows.keySet()) {
          data.writeInt(stack);
          heap.sums.write(at, VIEWS, data);
          at += VIEWS;
        }
      }
    } finally {
      deflater.end();
    }
  }

  private void writeStacks(DataOutputStream data) throws IOException {
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

  static void writeText(String text, DataOutputStream data) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  /**
   * Reads a part to its end and verifies its checksum.
   *
   * @throws IOException if it is incomplete or damaged
   */
  public static void check(Path part) throws IOException {
    try (InputStream inflating = new InflaterInputStream(Files.newInputStream(part))) {
      inflating.transferTo(OutputStream.nullOutputStream());
    }
  }

  /**
   * Reads a part.
   *
   * @param stacks where its stacks are added: {@code rows} receives ids of this table
   * @throws IOException if it is incomplete or damaged; {@code rows} may have received some of it
   */
  public static void read(InputStream in, StackTable stacks, Rows rows) throws IOException {
    DataInputStream data =
        new DataInputStream(new BufferedInputStream(new InflaterInputStream(in), 16 << 10));
    if (data.readInt() != MAGIC) {
      throw new IOException("not a part of a fleet");
    }
    IntList ids = readStacks(data, stacks);
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
        int stack = ids.getInt(data.readInt());
        sums.clear();
        sums.read(0, VIEWS, data);
        rows.row(stack, sums);
      }
    }
    if (data.read() >= 0) {
      throw new IOException("data after the end of a part of a fleet");
    }
  }

  /** Lists grow as they are read: a damaged part may announce any number. */
  private static IntList readStacks(DataInputStream data, StackTable stacks) throws IOException {
    IntList mappings = new IntArrayList();
    for (int left = data.readInt(); left > 0; left--) {
      String path = readText(data);
      mappings.add(stacks.addMapping(new Mapping(path, readText(data))));
    }
    IntList frames = new IntArrayList();
    for (int left = data.readInt(); left > 0; left--) {
      int mapping = data.readInt();
      long relPc = data.readLong();
      List<SourceLine> lines = new ArrayList<>(1);
      for (int more = data.readInt(); more > 0; more--) {
        String function = readText(data);
        String systemName = readText(data);
        lines.add(
            new SourceLine(
                function, systemName.isEmpty() ? function : systemName, readText(data), 0));
      }
      frames.add(
          stacks.addFrame(
              mapping < 0 ? StackTable.NO_MAPPING : mappings.getInt(mapping), relPc, lines));
    }
    IntList ids = new IntArrayList();
    ids.add(StackTable.ROOT);
    for (int left = data.readInt(); left > 1; left--) {
      int parent = data.readInt();
      ids.add(stacks.addStack(ids.getInt(parent), frames.getInt(data.readInt())));
    }
    return ids;
  }

  static String readText(DataInputStream data) throws IOException {
    int length = data.readInt();
    if (length < 0 || length > MAX_TEXT) {
      throw new IOException("a name has " + length + " bytes");
    }
    return new String(data.readNBytes(length), StandardCharsets.UTF_8);
  }
}
