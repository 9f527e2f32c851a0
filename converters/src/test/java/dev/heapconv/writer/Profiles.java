package dev.heapconv.writer;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Remark;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small profiles for tests of writers. */
public final class Profiles {

  /** Names that a format or a page could take for its own syntax. */
  public static final List<String> HOSTILE =
      List.of(
          "<script>window.hacked=1</script>",
          "\"quoted\" & 'single' <b>bold</b>",
          "</script><img src=x onerror=window.hacked=1>",
          "semi;colon\nnew line\ttab\u0007bell",
          "right\u202eto left\u2066isolate\u2028line",
          "ends in 12");

  private final StackTable stacks = new StackTable();
  private final Notices notices = new Notices();
  private final List<EstimatedHeap> heaps = new ArrayList<>();
  private final int mapping =
      stacks.addMapping(new Mapping("/system/lib64/libapp.so", "ab12", 0x1000, 0x9000, 0));

  /**
   * A profile of two dumps of a heap and one of another, with inlined, unnamed and hostile frames.
   */
  public static EstimatedProfile varied() {
    Profiles profiles = new Profiles();
    int main = profiles.frame("main", "main.cc", 10);
    int work = profiles.frame("work", "work.cc", 20);
    int inlined =
        profiles.stacks.addFrame(
            profiles.mapping,
            0x44,
            List.of(
                new SourceLine("inner", "inline.h", 3), new SourceLine("outer", "outer.cc", 30)));
    int unnamed = profiles.stacks.addFrame(profiles.mapping, 0x1f0, SourceLine.UNKNOWN);
    int nowhere = profiles.stacks.addFrame(StackTable.NO_MAPPING, 0xdead, SourceLine.UNKNOWN);
    int malloc = profiles.frame("malloc", "", 0);
    List<Integer> rows = new ArrayList<>();
    rows.add(profiles.stack(main, work, malloc));
    rows.add(profiles.stack(main, inlined));
    rows.add(profiles.stack(main, unnamed));
    rows.add(profiles.stack(nowhere));
    rows.add(profiles.stack(main, work, work));
    rows.add(profiles.stack(main));
    for (String name : HOSTILE) {
      rows.add(profiles.stack(main, profiles.frame(name, "", 0)));
    }
    profiles.addHeap("libc.malloc", 1, 2, rows, 1);
    profiles.addHeap("libc.malloc", 2, 2, rows, 3);
    profiles.addHeap("custom", 1, 1, rows.subList(0, 3), 100);
    profiles.notices.add(ErrorId.COLUMNS_LEFT_OUT, "columns with <b>markup</b>");
    return profiles.profile();
  }

  /** The second heap of {@link #varied} by itself. */
  public static EstimatedProfile custom() {
    EstimatedProfile varied = varied();
    return varied.withHeaps(varied.heaps().subList(2, 3));
  }

  /** A profile with many stacks of some forty frames, as large programs have them. */
  public static EstimatedProfile large(int stackCount) {
    Profiles profiles = new Profiles();
    Random random = new Random(1);
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < stackCount; i++) {
      int stack = StackTable.ROOT;
      int depth = 30 + random.nextInt(20);
      for (int level = 0; level < depth; level++) {
        // A few callees at each level, and more the deeper one gets.
        int callee = level * 1000 + random.nextInt(1 + level / 8);
        stack =
            profiles.stacks.addStack(stack, profiles.frame("library::function_" + callee, "", 0));
      }
      rows.add(stack);
    }
    profiles.addHeap("libc.malloc", 1, 1, rows.stream().distinct().toList(), 1.5);
    return profiles.profile();
  }

  private int frame(String name, String file, int line) {
    return stacks.addFrame(mapping, name.hashCode() & 0xfff, new SourceLine(name, file, line));
  }

  private int stack(int... outermostFirst) {
    int stack = StackTable.ROOT;
    for (int frame : outermostFirst) {
      stack = stacks.addStack(stack, frame);
    }
    return stack;
  }

  /**
   * Row {@code i} holds {@code (i + 1) * factor} objects of 1000 bytes, of which the last row has
   * freed all.
   */
  private void addHeap(String heap, int dump, int dumps, List<Integer> stackIds, double factor) {
    int rows = stackIds.size();
    double[][] values = new double[4][rows];
    long[] recorded = new long[rows];
    for (int row = 0; row < rows; row++) {
      double objects = (row + 1) * factor;
      boolean live = row < rows - 1;
      values[0][row] = objects;
      values[1][row] = objects * 1000;
      values[2][row] = live ? objects : 0;
      values[3][row] = live ? objects * 1000 : 0;
      recorded[row] = row + 1;
    }
    List<Column> columns = new ArrayList<>();
    for (double[] column : values) {
      columns.add(new Column(column, scaled(column, 0.5), scaled(column, 2)));
    }
    HeapInfo info =
        HeapInfo.of(heap, Sampling.weighted(4096))
            .withProcess(17, "/bin/server")
            .withDump(dump, dumps)
            .withTimes(1_700_000_000_000_000_000L + dump * 1_000_000_000L, dump * 1_000_000_000L);
    int[] ids = stackIds.stream().mapToInt(Integer::intValue).toArray();
    heaps.add(new EstimatedHeap(info, View.ALL, ids, columns, recorded, recorded, List.of()));
  }

  private static double[] scaled(double[] values, double factor) {
    double[] scaled = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      scaled[i] = values[i] * factor;
    }
    return scaled;
  }

  private EstimatedProfile profile() {
    return new EstimatedProfile(
        new CaptureInfo("trace.pftrace", "Perfetto heapprofd trace", "device/build:1", "traced 50"),
        stacks,
        heaps,
        List.of(Remark.note("a comment")),
        0.95,
        notices.list());
  }
}
