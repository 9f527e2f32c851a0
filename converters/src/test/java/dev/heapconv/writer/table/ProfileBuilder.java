package dev.heapconv.writer.table;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import dev.heapconv.model.Warnings;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes small profiles by hand. Stacks are written innermost first, as tables show them. */
final class ProfileBuilder {

  private record Row(int stack, Estimate objects, Estimate space, long samples) {}

  private record Heap(HeapInfo info, List<View> views, List<Row> rows) {}

  private final StackTable stacks = new StackTable();
  private final Map<String, Integer> libraries = new LinkedHashMap<>();
  private final List<Heap> heaps = new ArrayList<>();
  private final Warnings warnings = new Warnings();
  private Heap heap;

  /** A profile of one heap, sampled every 4 KiB. */
  static ProfileBuilder oneHeap() {
    return new ProfileBuilder().heap(17, "server", "libc.malloc", 1, 1);
  }

  ProfileBuilder heap(long pid, String process, String name, int dump, int dumps) {
    return heap(pid, process, name, dump, dumps, 4096, View.ALL);
  }

  ProfileBuilder heap(
      long pid, String process, String name, int dump, int dumps, long interval, List<View> views) {
    long time = 1_790_000_000_000_000_000L + dump * 1_500_000_000L;
    Scheme scheme = interval <= 1 ? Scheme.EXACT : Scheme.WEIGHTED;
    heap =
        new Heap(
            new HeapInfo(
                pid,
                process,
                name,
                dump,
                dumps,
                time,
                dump * 1_500_000_000L,
                scheme,
                interval,
                interval),
            views,
            new ArrayList<>());
    heaps.add(heap);
    return this;
  }

  ProfileBuilder warning(String message) {
    warnings.add(new Warning(ErrorId.NO_SAMPLES, message));
    return this;
  }

  /** A mapping by its path. */
  int library(String path) {
    return libraries.computeIfAbsent(
        path,
        p ->
            stacks.addMapping(
                new Mapping(
                    p, "", libraries.size() * 4096L, libraries.size() * 4096L + 4096, 0, 0)));
  }

  /**
   * A frame {@code library!function}, or {@code function}; {@code a>b} is {@code a} inlined into
   * {@code b}.
   */
  private int frame(String text) {
    int bang = text.indexOf('!');
    String library = bang < 0 ? "/bin/server" : text.substring(0, bang);
    List<SourceLine> lines = new ArrayList<>();
    for (String name : text.substring(bang + 1).split("~")) {
      lines.add(new SourceLine(name, name.isEmpty() ? "" : name.charAt(0) + ".c", 1));
    }
    int mapping = library.isEmpty() ? StackTable.NO_MAPPING : library(library);
    return stacks.addFrame(mapping, text.hashCode() & 0xffff, lines);
  }

  /**
   * A stack with bytes known to within a tenth, in allocations of 100 bytes known to within a half;
   * twice as much was allocated.
   *
   * @param frames innermost first, joined with semicolons
   */
  ProfileBuilder stack(String frames, double space) {
    return stack(
        frames,
        Estimate.of(space / 100, space / 200, space / 50),
        Estimate.of(space, space * 0.9, space * 1.1),
        Math.max(1, Math.round(space / 4096)));
  }

  ProfileBuilder stack(String frames, Estimate objects, Estimate space, long samples) {
    String[] names = frames.isEmpty() ? new String[0] : frames.split(";");
    int stack = StackTable.ROOT;
    for (int i = names.length - 1; i >= 0; i--) {
      stack = stacks.addStack(stack, frame(names[i]));
    }
    heap.rows().add(new Row(stack, objects, space, samples));
    return this;
  }

  EstimatedProfile build() {
    List<EstimatedHeap> built = new ArrayList<>();
    for (Heap each : heaps) {
      built.add(build(each));
    }
    return new EstimatedProfile(
        new CaptureInfo("trace.pftrace", "made by hand", "", ""),
        stacks,
        built,
        List.of("scheme made by hand"),
        0.95,
        warnings.list());
  }

  private static EstimatedHeap build(Heap heap) {
    int count = heap.rows().size();
    int[] ids = new int[count];
    long[] live = new long[count];
    long[] allocated = new long[count];
    double[][] values = new double[heap.views().size()][count];
    double[][] lows = new double[heap.views().size()][count];
    double[][] highs = new double[heap.views().size()][count];
    for (int row = 0; row < count; row++) {
      Row each = heap.rows().get(row);
      ids[row] = each.stack();
      live[row] = each.samples();
      allocated[row] = 2 * each.samples();
      for (int i = 0; i < values.length; i++) {
        View view = heap.views().get(i);
        Estimate estimate = view.isBytes() ? each.space() : each.objects();
        double factor = view.isLive() ? 1 : 2;
        values[i][row] = factor * estimate.value();
        lows[i][row] = factor * estimate.low();
        highs[i][row] = factor * estimate.high();
      }
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      columns.add(new Column(values[i], lows[i], highs[i]));
    }
    return new EstimatedHeap(heap.info(), heap.views(), ids, columns, allocated, live, List.of());
  }

  /**
   * A program with what tables have to cope with: recursion, inlining, unnamed code, allocator
   * frames.
   */
  static EstimatedProfile server() {
    return oneHeap()
        .stack("/lib/libc.so.6!malloc;read_request;serve;main", 12_000_000)
        .stack(
            "/lib/libc.so.6!calloc;Cache<std::string, Entry>::put(std::string const&,"
                + " Entry&&);serve;main",
            3_400_000)
        .stack("/lib/libc.so.6!malloc;parse;parse;parse;serve;main", 900_000)
        .stack("/lib/libc.so.6!malloc;grow~append;serve;main", 500_000)
        .stack("/lib/libc.so.6!malloc;/opt/libplugin.so!;serve;main", 40_000)
        .stack("/lib/libc.so.6!malloc;main", 4096)
        .build();
  }
}
