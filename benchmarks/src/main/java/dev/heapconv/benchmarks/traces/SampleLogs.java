package dev.heapconv.benchmarks.traces;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Makes a large sample log. Arguments: the file to write; its form, {@code json} or {@code csv};
 * how many allocations are live at a time; the number of records; and optionally how many stacks
 * there are (1000) and their depth (3).
 *
 * <p>Once that many allocations are live, each allocation is preceded by the free of a random one.
 */
public final class SampleLogs {

  private static final int INTERVAL = 524_288;
  private static final long FIRST_ADDRESS = 0x7f00_0000_0000L;
  private static final int ADDRESS_BITS = 34;

  private final OutputStream out;
  private final boolean csv;
  private final String[] stacks;
  private final int depth;
  private final SplittableRandom random = new SplittableRandom(1);
  private long allocations;
  private long records;

  private SampleLogs(OutputStream out, boolean csv, int stacks, int depth) {
    this.out = out;
    this.csv = csv;
    this.stacks = new String[stacks];
    this.depth = depth;
  }

  public static void main(String[] arguments) throws IOException {
    int stacks = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 1000;
    int depth = arguments.length > 5 ? Integer.parseInt(arguments[5]) : 3;
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0])), 1 << 20)) {
      new SampleLogs(out, arguments[1].equals("csv"), stacks, depth)
          .write(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
    }
  }

  private void write(int live, long count) throws IOException {
    print(
        csv
            ? "# heapconv=1\n# scheme=to-sample\n# interval="
                + INTERVAL
                + "\n# process=generated\nop,address,size,to_sample,stack\n"
            : "{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":"
                + INTERVAL
                + ",\"process\":\"generated\"}\n");
    String[] addresses = new String[live];
    for (int i = 0; i < live; i++) {
      addresses[i] = allocation();
    }
    while (records < count) {
      int i = random.nextInt(live);
      print(csv ? "free," + addresses[i] + ",,,\n" : "{\"free\":\"" + addresses[i] + "\"}\n");
      addresses[i] = allocation();
    }
  }

  private String allocation() throws IOException {
    String address = address(allocations++);
    int size = 16 << random.nextInt(12);
    size += 16 * random.nextInt(size / 16);
    int toSample = random.nextInt(size);
    int stack = random.nextInt(stacks.length);
    boolean isNew = stacks[stack] == null;
    if (isNew) {
      stacks[stack] = frames(stack);
    }
    if (csv) {
      print("alloc," + address + "," + size + "," + toSample + "," + stacks[stack] + "\n");
      return address;
    }
    if (isNew) {
      print("{\"stack\":" + stack + ",\"frames\":" + stacks[stack] + "}\n");
    }
    print("{\"alloc\":\"" + address + "\",\"size\":" + size + ",\"to_sample\":" + toSample);
    print(",\"stack\":" + stack + "}\n");
    return address;
  }

  /** A different address for each allocation, in no recognizable order. */
  private static String address(long allocation) {
    long mask = (1L << ADDRESS_BITS) - 1;
    long bits = allocation * 0x9e3779b97f4a7c15L & mask;
    bits = (bits ^ bits >>> ADDRESS_BITS / 2) * 0xbf58476d1ce4e5b9L & mask;
    long address = FIRST_ADDRESS + 16 * (bits ^ bits >>> ADDRESS_BITS / 2);
    return "0x" + Long.toHexString(address);
  }

  /** Leaf first. Outer functions are the same for many stacks, inner ones for few. */
  private String frames(int stack) {
    List<String> names =
        IntStream.range(0, depth)
            .mapToObj(level -> "app::work" + level + "_" + (stack >> Math.min(31, 2 * level)))
            .toList();
    return csv ? String.join(";", names) : "[\"" + String.join("\",\"", names) + "\"]";
  }

  /** Prints a line or its beginning; a line feed ends a record. */
  private void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    if (text.endsWith("\n")) {
      records++;
    }
  }
}
