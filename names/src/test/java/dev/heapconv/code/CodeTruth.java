package dev.heapconv.code;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.symbols.ElfFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Recordings of which the true sizes of each stack are known: their outermost frame, {@code
 * stack_N}, says which row of a table it is.
 */
final class CodeTruth {

  /**
   * A recorded stack.
   *
   * @param row its row of the table, by column
   * @param sizes that the program allocated, all of them
   */
  record Row(Map<String, String> row, List<Long> sizes, SizeOfCode found) {

    String get(String column) {
      return row.getOrDefault(column, "");
    }

    long samples(int interval) {
      return Long.parseLong(get("n" + interval));
    }

    /** Whether what was found is wrong. */
    boolean isWrong() {
      return found instanceof SizeOfCode.Constant constant
          && !sizes.equals(List.of(constant.bytes()));
    }

    /** Whether no file that was looked for is missing. */
    boolean hasBinaries() {
      return !(found instanceof SizeOfCode.Unknown unknown)
          || unknown.reason() != Unclear.NO_BINARY;
    }

    boolean isKnown() {
      return found instanceof SizeOfCode.Constant;
    }
  }

  private CodeTruth() {}

  /** The rows of a table whose stacks are in a recording, in the order of the stacks' numbers. */
  static List<Row> rows(Path trace, Path truth, AllocationCode code) throws IOException {
    Map<String, Map<String, String>> table = table(truth);
    RecordedProfile recorded = HeapConv.read(InputSource.file(trace), ReadOptions.DEFAULT);
    StackTable stacks = recorded.stacks();
    Map<String, Row> rows = new LinkedHashMap<>();
    for (RecordedHeap heap : recorded.heaps()) {
      for (int i = 0; i < heap.rows(); i++) {
        int stack = heap.stack(i);
        int outermost = stack;
        while (stacks.parent(outermost) != StackTable.ROOT) {
          outermost = stacks.parent(outermost);
        }
        String name = stacks.lines(stacks.frame(outermost)).get(0).systemName();
        Map<String, String> row = table.get(name.substring("stack_".length()));
        rows.put(name, new Row(row, sizes(row), code.of(stacks, stack)));
      }
    }
    return List.copyOf(rows.values());
  }

  private static List<Long> sizes(Map<String, String> row) {
    List<Long> sizes = new ArrayList<>();
    for (String size : row.get("size").split(",")) {
      sizes.add(size.equals("...") ? -1 : Long.parseLong(size.substring(0, size.indexOf(':'))));
    }
    return sizes;
  }

  private static Map<String, Map<String, String>> table(Path truth) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(truth)) {
      bytes =
          truth.toString().endsWith(".zst")
              ? new ZstdCompressorInputStream(in).readAllBytes()
              : in.readAllBytes();
    }
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    List<String> columns = List.of(lines.get(0).split("\t"));
    Map<String, Map<String, String>> table = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(columns.get(i), cells[i]);
      }
      table.put(cells[0], row);
    }
    return table;
  }

  /** Binaries at their recorded paths below one of some folders, or directly in one. */
  static Binaries below(List<Path> folders) {
    return new Binaries() {
      @Override
      public @Nullable Path find(Mapping mapping) throws IOException {
        for (Path folder : folders) {
          String path = mapping.path().replaceFirst("^/", "");
          for (Path file :
              List.of(
                  folder.resolve(path),
                  folder.resolve(path.replaceFirst("^usr/lib/", "lib/")),
                  folder.resolve(path.isEmpty() ? "." : mapping.baseName()))) {
            if (Files.isRegularFile(file) && buildId(file).equals(mapping.buildId())) {
              return file;
            }
          }
        }
        return null;
      }
    };
  }

  private static String buildId(Path file) throws IOException {
    try (ElfFile elf = ElfFile.open(file)) {
      return elf.buildId();
    }
  }

  /** Prints how much is known of the recordings in a folder: FOLDER INTERVAL ROOT... */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    String interval = arguments[1];
    List<Path> roots = Stream.of(arguments).skip(2).map(Path::of).toList();
    List<Path> traces;
    try (Stream<Path> files = Files.list(folder)) {
      traces =
          files.filter(f -> f.toString().contains(".t" + interval + ".pftrace")).sorted().toList();
    }
    for (Path trace : traces) {
      String name = trace.getFileName().toString().replaceFirst("\\.t\\d+\\.pftrace.*", "");
      Path truth = folder.resolve(name + ".truth.tsv.zst");
      if (!Files.exists(truth)) {
        truth = folder.resolve(name + ".truth.tsv");
      }
      long start = System.nanoTime();
      try (AllocationCode code = new AllocationCode(below(roots))) {
        report(name, rows(trace, truth, code), Integer.parseInt(interval), start);
      }
    }
  }

  private static void report(String name, List<Row> rows, int interval, long start) {
    long all = 0;
    long known = 0;
    long prototype = 0;
    long both = 0;
    int stacks = 0;
    int wrong = 0;
    Map<String, Long> reasons = new HashMap<>();
    for (Row row : rows) {
      long n = row.samples(interval);
      all += n;
      boolean isPrototype = !row.get("prototype").isEmpty();
      prototype += isPrototype ? n : 0;
      known += row.isKnown() ? n : 0;
      both += isPrototype && row.isKnown() ? n : 0;
      stacks += row.isKnown() ? 1 : 0;
      if (row.isWrong()) {
        wrong++;
        System.out.println("WRONG " + row);
      }
      String want = row.get("want");
      if (want.startsWith("must") && !row.isKnown() || want.equals("unknown") && row.isKnown()) {
        System.out.println("WANT " + row);
      }
      if (row.found() instanceof SizeOfCode.Unknown unknown) {
        reasons.merge((isPrototype ? "P:" : "") + unknown.reason(), n, Long::sum);
      }
    }
    System.out.printf(
        "%s: %d rows, %d known, %d wrong; samples: known %.3f, prototype %.3f, of it known %.3f; %d"
            + " ms%n  %s%n",
        name,
        rows.size(),
        stacks,
        wrong,
        (double) known / all,
        (double) prototype / all,
        (double) both / Math.max(prototype, 1),
        (System.nanoTime() - start) / 1_000_000,
        reasons);
  }
}
