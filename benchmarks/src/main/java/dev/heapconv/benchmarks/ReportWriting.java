package dev.heapconv.benchmarks;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Limits;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.select.Selection;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes the report of a recording with more dumps than it has, and prints how long that took and
 * how large it is. Between two dumps lie others, in each of which more stacks have the numbers of
 * the later one. Arguments: a recording of one heap, the number of dumps, the file to write.
 */
public final class ReportWriting {

  private static final long SEED = 1;

  private ReportWriting() {}

  public static void main(String[] arguments) throws IOException {
    Selection all = new Selection(List.of(), List.of(), DumpSelector.ALL);
    ReadOptions options = new ReadOptions(all, 0, false, Limits.DEFAULT);
    EstimatedProfile recording =
        HeapConv.unskew(
            HeapConv.read(InputSource.file(Path.of(arguments[0])), options), UnskewOptions.DEFAULT);
    int count = Integer.parseInt(arguments[1]);
    List<EstimatedHeap> dumps = new ArrayList<>();
    int most = recording.heaps().size() - 1;
    for (int dump = 0; dump < count; dump++) {
      double place = (double) dump * most / Math.max(1, count - 1);
      int before = (int) place;
      EstimatedHeap later = recording.heaps().get(Math.min(most, before + 1));
      dumps.add(between(recording.heaps().get(before), later, place - before, dump + 1, count));
    }
    EstimatedProfile profile = recording.withHeaps(dumps);
    Path target = Path.of(arguments[2]);
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long startCpu = thread.getCurrentThreadCpuTime();
    try (OutputStream out = Files.newOutputStream(target)) {
      HeapConv.write(profile, Format.HTML, new WriteOptions("benchmark", null), out);
    }
    System.out.printf(
        "%d dumps: %.1f s, %.1f s of the processor, %.1f MB%n",
        count,
        (System.nanoTime() - start) / 1e9,
        (thread.getCurrentThreadCpuTime() - startCpu) / 1e9,
        Files.size(target) / 1e6);
  }

  /** A dump that has the given share of its rows from the later one. */
  private static EstimatedHeap between(
      EstimatedHeap before, EstimatedHeap later, double share, int dump, int dumps) {
    Random random = new Random(SEED);
    Int2IntOpenHashMap rowBefore = new Int2IntOpenHashMap();
    rowBefore.defaultReturnValue(-1);
    for (int row = 0; row < before.rows(); row++) {
      rowBefore.put(before.stack(row), row);
    }
    // Rows of the later dump, or of the one before as -1 and less.
    IntArrayList rows = new IntArrayList();
    for (int row = 0; row < later.rows(); row++) {
      int old = rowBefore.get(later.stack(row));
      if (random.nextDouble() < share) {
        rows.add(row);
      } else if (old >= 0) {
        rows.add(-1 - old);
      }
    }
    int[] stacks = new int[rows.size()];
    long[] alloc = new long[stacks.length];
    long[] live = new long[stacks.length];
    Column.Builder[] columns = new Column.Builder[later.views().size()];
    for (int view = 0; view < columns.length; view++) {
      columns[view] = new Column.Builder(stacks.length);
    }
    for (int i = 0; i < stacks.length; i++) {
      EstimatedHeap from = rows.getInt(i) < 0 ? before : later;
      int row = rows.getInt(i) < 0 ? -1 - rows.getInt(i) : rows.getInt(i);
      stacks[i] = from.stack(row);
      alloc[i] = from.recordedAlloc(row);
      live[i] = from.recordedLive(row);
      for (int view = 0; view < columns.length; view++) {
        columns[view].set(i, from.columns().get(view).estimate(row));
      }
    }
    List<Column> made = new ArrayList<>();
    for (Column.Builder column : columns) {
      made.add(column.column());
    }
    HeapInfo info = later.info();
    HeapInfo at =
        new HeapInfo(
            info.pid(),
            info.process(),
            info.heap(),
            dump,
            dumps,
            before.info().timeNanos()
                + (long) (share * (info.timeNanos() - before.info().timeNanos())),
            info.durationNanos(),
            info.scheme(),
            info.samplingInterval(),
            info.origSamplingInterval());
    return new EstimatedHeap(at, later.views(), stacks, made, alloc, live, List.of());
  }
}
