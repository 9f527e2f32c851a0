package dev.heapconv.transform;

import dev.heapconv.aggregate.StackNames;
import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.StackTable;
import dev.heapconv.text.LineReader;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * What heapprofd recorded of the stacks of many recordings: a thousand with two samples each say of
 * a stack's sizes what one cannot. Stacks are known by the names of their functions, and held in
 * memory once, however many recordings have them. What is added in any order gives the same. Not
 * thread-safe.
 *
 * <p>Stored as lines of fields that are separated by tabs, in UTF-8: {@value #FIRST_LINE}; for each
 * sampling a line {@code T}, interval, cutoff, and after it a line for each stack with the numbers
 * of {@link CellSums} and the functions, innermost first; at the end a line {@code E}, number of
 * stacks, CRC-32 of all lines before in hexadecimal digits. Samplings are in order of their
 * numbers, stacks in order of their names.
 */
public final class LearnedSizes {

  private static final String NAME = "heapconv sizes ";
  private static final String VERSION = "1";
  private static final String FIRST_LINE = NAME + VERSION;
  private static final String SAMPLING = "T";
  private static final String END = "E";

  /** Numbers before the functions of a stack. */
  private static final int NUMBERS = 6;

  private final Object2IntOpenHashMap<String> ids = new Object2IntOpenHashMap<>();
  private final List<String> names = new ArrayList<>();
  private final TreeMap<Sampling, Map<IntBuffer, CellSums>> samplings = new TreeMap<>();

  public LearnedSizes() {
    ids.defaultReturnValue(-1);
  }

  /** Receives stacks. */
  @FunctionalInterface
  interface SizesVisitor {
    /**
     * @param functions innermost first
     */
    void stack(Sampling sampling, List<String> functions, CellSums sums);
  }

  /** Adds stacks of one table. */
  public final class Adder {
    private final StackTable stacks;
    private final StackNames namesOfStacks = new StackNames(false);
    private @Nullable IntBuffer[] known = {};

    private Adder(StackTable stacks) {
      this.stacks = stacks;
      namesOfStacks.over(stacks);
    }

    /**
     * Adds what was recorded of a stack.
     *
     * @param stack its id
     */
    public void add(Sampling sampling, int stack, CellSums sums) {
      if (stack >= known.length) {
        known = Arrays.copyOf(known, Math.max(stacks.stackCount(), 2 * stack));
      }
      IntBuffer functions = known[stack];
      if (functions == null) {
        int[] own = namesOfStacks.of(stack);
        for (int i = 0; i < own.length; i++) {
          own[i] = id(namesOfStacks.name(own[i]));
        }
        functions = IntBuffer.wrap(own);
        known[stack] = functions;
      }
      LearnedSizes.this.add(sampling, functions, sums);
    }
  }

  /**
   * @param stacks to add stacks of; it may grow meanwhile
   */
  public Adder over(StackTable stacks) {
    return new Adder(stacks);
  }

  /** Adds all that was learnt elsewhere. */
  public void add(LearnedSizes other) {
    other.forEach(this::add);
  }

  private void add(Sampling sampling, List<String> functions, CellSums sums) {
    add(sampling, IntBuffer.wrap(functions.stream().mapToInt(this::id).toArray()), sums);
  }

  private void add(Sampling sampling, IntBuffer functions, CellSums sums) {
    samplings
        .computeIfAbsent(sampling, unused -> new HashMap<>())
        .merge(functions, sums, CellSums::plus);
  }

  private int id(String name) {
    int id = ids.putIfAbsent(name, names.size());
    if (id < 0) {
      names.add(name);
      return names.size() - 1;
    }
    return id;
  }

  /** How many stacks there are; one with several samplings counts once for each. */
  public int size() {
    return samplings.values().stream().mapToInt(Map::size).sum();
  }

  /** Passes on all stacks, in the order in which they are stored. */
  void forEach(SizesVisitor visitor) {
    int[] order = new int[names.size()];
    List<String> sorted = names.stream().sorted().toList();
    for (int i = 0; i < order.length; i++) {
      order[ids.getInt(sorted.get(i))] = i;
    }
    Comparator<IntBuffer> byNames =
        (a, b) -> {
          int same = a.mismatch(b);
          return same < 0 || same == Math.min(a.limit(), b.limit())
              ? Integer.compare(a.limit(), b.limit())
              : Integer.compare(order[a.get(same)], order[b.get(same)]);
        };
    samplings.forEach(
        (sampling, stacks) ->
            stacks.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(byNames))
                .forEach(
                    stack ->
                        visitor.stack(
                            sampling,
                            Arrays.stream(stack.getKey().array()).mapToObj(names::get).toList(),
                            stack.getValue())));
  }

  /** Stores all; does not close the stream. */
  public void write(OutputStream out) throws IOException {
    CheckedOutputStream checked = new CheckedOutputStream(out, new CRC32());
    Writer text = new BufferedWriter(new OutputStreamWriter(checked, StandardCharsets.UTF_8));
    SizesLines lines = new SizesLines(text);
    lines.write(List.of(FIRST_LINE));
    forEach(lines);
    text.flush();
    lines.write(List.of(END, "" + size(), digits(checked.getChecksum())));
    if (lines.failure != null) {
      throw lines.failure;
    }
    text.flush();
  }

  /** Writes lines until one cannot be written. */
  private static final class SizesLines implements SizesVisitor {
    private final Writer text;
    private @Nullable Sampling last;
    private @Nullable IOException failure;

    SizesLines(Writer text) {
      this.text = text;
    }

    @Override
    public void stack(Sampling sampling, List<String> functions, CellSums sums) {
      if (!sampling.equals(last)) {
        write(List.of(SAMPLING, "" + sampling.interval(), "" + sampling.cutoff()));
        last = sampling;
      }
      List<String> fields = new ArrayList<>();
      for (long number : sums.numbers()) {
        fields.add("" + number);
      }
      functions.forEach(name -> fields.add(escaped(name)));
      write(fields);
    }

    void write(List<String> fields) {
      try {
        if (failure == null) {
          text.write(String.join("\t", fields));
          text.write('\n');
        }
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  private static void update(CRC32 checksum, String line) {
    checksum.update(line.getBytes(StandardCharsets.UTF_8));
    checksum.update('\n');
  }

  private static String digits(Checksum checksum) {
    return Long.toHexString(checksum.getValue());
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && i + 1 < field.length()) {
        i++;
        c =
            switch (field.charAt(i)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> field.charAt(i);
            };
      }
      name.append(c);
    }
    return name.toString();
  }

  /**
   * Whether an input is such a file, of this version or another.
   *
   * @param head its uncompressed beginning
   */
  public static boolean accepts(byte[] head) {
    byte[] name = NAME.getBytes(StandardCharsets.UTF_8);
    return head.length >= name.length && Arrays.equals(head, 0, name.length, name, 0, name.length);
  }

  /**
   * Reads a file.
   *
   * @throws HeapConvException {@link ErrorId#BAD_SIZES} if it is damaged or incomplete, {@link
   *     ErrorId#SIZES_VERSION} if a later version wrote it
   */
  public static LearnedSizes read(Input input, Limits limits) throws IOException {
    LearnedSizes sizes = new LearnedSizes();
    LineReader lines = new LineReader(input.name(), input.stream(), limits.maxPacketBytes());
    if (lines.next() && !lines.text().equals(FIRST_LINE)) {
      String version = lines.text().substring(Math.min(NAME.length(), lines.text().length()));
      throw HeapConvException.input(ErrorId.SIZES_VERSION, input.name(), version);
    }
    CRC32 checksum = new CRC32();
    update(checksum, FIRST_LINE);
    Sampling sampling = null;
    long stacks = 0;
    while (lines.next()) {
      String[] fields = lines.text().split("\t", -1);
      try {
        if (fields[0].equals(END)) {
          if (fields.length != 3
              || number(fields, 1) != stacks
              || !fields[2].equals(digits(checksum))
              || lines.isUnfinished()) {
            throw new IllegalArgumentException("other stacks than were written");
          }
          if (lines.next()) {
            throw new IllegalArgumentException("a line after the last");
          }
          return sizes;
        }
        update(checksum, lines.text());
        if (fields[0].equals(SAMPLING) && fields.length == 3) {
          sampling = new Sampling(number(fields, 1), number(fields, 2));
        } else {
          sizes.add(sampling, fields);
          stacks++;
        }
      } catch (IllegalArgumentException e) {
        throw damaged(input, lines.number(), e);
      }
    }
    throw damaged(input, lines.number() + 1, null);
  }

  private void add(@Nullable Sampling sampling, String[] fields) {
    if (sampling == null || fields.length <= NUMBERS) {
      throw new IllegalArgumentException("no stack");
    }
    CellSums sums =
        new CellSums(
            number(fields, 0),
            number(fields, 1),
            number(fields, 2),
            number(fields, 3),
            number(fields, 4),
            number(fields, 5));
    List<String> functions = new ArrayList<>();
    for (int i = NUMBERS; i < fields.length; i++) {
      functions.add(unescaped(fields[i]));
    }
    add(sampling, functions, sums);
  }

  private static long number(String[] fields, int at) {
    return Long.parseLong(fields[at]);
  }

  private static HeapConvException damaged(Input input, long line, @Nullable Throwable cause) {
    HeapConvException damage = HeapConvException.input(ErrorId.BAD_SIZES, input.name(), line);
    return cause == null ? damage : damage.causedBy(cause);
  }
}
