package dev.heapconv.benchmarks.traces;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes a large sample log. Arguments: the file to write; its form, {@code json}, {@code inline}
 * (JSON whose allocations contain their frames) or {@code csv}; how many allocations are live at a
 * time; the number of records; and optionally how many stacks there are (1000), their depth (3),
 * and any of {@code decimal}, for addresses that JSON states as numbers, and {@code times}.
 *
 * <p>Once that many allocations are live, each allocation is preceded by the free of a random one.
 */
public final class SampleLogs {

  private static final int INTERVAL = 524_288;
  private static final long FIRST_ADDRESS = 0x7f00_0000_0000L;
  private static final int ADDRESS_BITS = 34;

  private enum Form {
    JSON,
    INLINE,
    CSV
  }

  private final OutputStream out;
  private final Form form;
  private final String[] stacks;
  private final int depth;
  private final boolean decimal;
  private final boolean times;
  private final SplittableRandom random = new SplittableRandom(1);
  private long allocations;
  private long records;

  private SampleLogs(
      OutputStream out, Form form, int stacks, int depth, boolean decimal, boolean times) {
    this.out = out;
    this.form = form;
    this.stacks = new String[stacks];
    this.depth = depth;
    this.decimal = decimal;
    this.times = times;
  }

  public static void main(String[] arguments) throws IOException {
    Form form = Form.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    List<String> options = Arrays.asList(arguments).subList(4, arguments.length);
    List<Integer> numbers =
        options.stream().filter(option -> option.matches("\\d+")).map(Integer::valueOf).toList();
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0])), 1 << 20)) {
      new SampleLogs(
              out,
              form,
              numbers.size() > 0 ? numbers.get(0) : 1000,
              numbers.size() > 1 ? numbers.get(1) : 3,
              options.contains("decimal"),
              options.contains("times"))
          .write(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
    }
  }

  private void write(int live, long count) throws IOException {
    print(
        form == Form.CSV
            ? "# heapconv=1\n# scheme=to-sample\n# interval="
                + INTERVAL
                + "\n# process=generated\nop,address,size,to_sample,stack"
                + (times ? ",time\n" : "\n")
            : "{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":"
                + INTERVAL
                + ",\"process\":\"generated\"}\n");
    long[] addresses = new long[live];
    for (int i = 0; i < live; i++) {
      addresses[i] = allocation();
    }
    while (records < count) {
      int i = random.nextInt(live);
      free(addresses[i]);
      addresses[i] = allocation();
    }
  }

  private long allocation() throws IOException {
    long address = address(allocations++);
    int size = 16 << random.nextInt(12);
    size += 16 * random.nextInt(size / 16);
    int toSample = random.nextInt(size);
    int stack = random.nextInt(stacks.length);
    boolean isNew = stacks[stack] == null;
    if (isNew) {
      stacks[stack] = frames(stack);
    }
    if (form == Form.CSV) {
      print("alloc,0x" + Long.toHexString(address) + "," + size + "," + toSample + ",");
      print(stacks[stack] + time(",") + "\n");
      return address;
    }
    if (form == Form.JSON && isNew) {
      print("{\"stack\":" + stack + ",\"frames\":" + stacks[stack] + "}\n");
    }
    print("{\"alloc\":" + json(address) + ",\"size\":" + size + ",\"to_sample\":" + toSample);
    print(form == Form.JSON ? ",\"stack\":" + stack : ",\"frames\":" + stacks[stack]);
    print(time(",\"time\":") + "}\n");
    return address;
  }

  /** A different address for each allocation, in no recognizable order. */
  private static long address(long allocation) {
    long mask = (1L << ADDRESS_BITS) - 1;
    long bits = allocation * 0x9e3779b97f4a7c15L & mask;
    bits = (bits ^ bits >>> ADDRESS_BITS / 2) * 0xbf58476d1ce4e5b9L & mask;
    return FIRST_ADDRESS + 16 * (bits ^ bits >>> ADDRESS_BITS / 2);
  }

  private void free(long address) throws IOException {
    print(
        form == Form.CSV
            ? "free,0x" + Long.toHexString(address) + ",,," + time(",") + "\n"
            : "{\"free\":" + json(address) + time(",\"time\":") + "}\n");
  }

  private String json(long address) {
    return decimal ? Long.toString(address) : "\"0x" + Long.toHexString(address) + "\"";
  }

  private String time(String before) {
    return times ? before + records * 1000 : "";
  }

  /** Leaf first. Outer functions are the same for many stacks, inner ones for few. */
  private String frames(int stack) {
    List<String> names =
        IntStream.range(0, depth)
            .mapToObj(level -> "app::work" + level + "_" + (stack >> Math.min(31, 2 * level)))
            .toList();
    return form == Form.CSV
        ? String.join(";", names)
        : names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(",", "[", "]"));
  }

  /** Prints a line or its beginning; a line feed ends a record. */
  private void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    if (text.endsWith("\n")) {
      records++;
    }
  }
}
