package dev.heapconv.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The least that reading a heapprofd trace takes: one pass that interns frames and call stacks by
 * content, and keeps what was said last of each stack. No names, checks, estimates or output.
 * Argument: a trace that is not compressed, of at most 2 GB.
 */
public final class PlainPass {

  // Fields of messages of Perfetto's trace_packet.proto, interned_data.proto,
  // profile_packet.proto and profile_common.proto.
  private static final int INTERNED_DATA = 12;
  private static final int PROFILE_PACKET = 37;
  private static final int FRAMES = 6;
  private static final int CALLSTACKS = 7;
  private static final int PROCESS_DUMPS = 5;
  private static final int SAMPLES = 2;
  private static final int ID = 1;
  private static final int FRAME_IDS = 2;

  /** By the field of a HeapSample, which column it is; -1 for none. */
  private static final int[] COLUMN = {-1, -1, 0, 1, -1, 2, 3};

  private final byte[] bytes;
  private int at;

  private final LongTable frames = new LongTable();
  private final LongTable stacks = new LongTable();
  private final LongTable stackOfContent = new LongTable();
  private final LongTable rowOfStack = new LongTable();
  private final long[][] rows = new long[4][1024];
  private int rowCount;
  private int stackCount;
  private long samples;

  private PlainPass(byte[] bytes) {
    this.bytes = bytes;
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println(over(Path.of(arguments[0])));
  }

  /** What a trace holds, as a sentence. */
  static String over(Path trace) throws IOException {
    PlainPass pass = new PlainPass(Files.readAllBytes(trace));
    pass.trace();
    long live = 0;
    for (int row = 0; row < pass.rowCount; row++) {
      live += pass.rows[0][row] - pass.rows[1][row];
    }
    return pass.samples + " samples of " + pass.stackCount + " stacks, " + live + " bytes live";
  }

  private void trace() {
    while (at < bytes.length) {
      int tag = tag();
      int end = length(tag);
      while (at < end) {
        int field = tag();
        int fieldEnd = length(field);
        while (at < fieldEnd) {
          int inner = tag();
          int innerEnd = length(inner);
          if (field >>> 3 == INTERNED_DATA) {
            interned(inner >>> 3, innerEnd);
          } else if (field >>> 3 == PROFILE_PACKET && inner >>> 3 == PROCESS_DUMPS) {
            dump(innerEnd);
          }
          at = innerEnd;
        }
        at = fieldEnd;
      }
    }
  }

  /** A frame, or a call stack: {id, content}. */
  private void interned(int kind, int end) {
    if (kind != FRAMES && kind != CALLSTACKS) {
      return;
    }
    int begin = at;
    long id = 0;
    long content = kind;
    while (at < end) {
      int tag = tag();
      if (tag >>> 3 == ID) {
        id = number();
      } else if (kind == CALLSTACKS && tag >>> 3 == FRAME_IDS) {
        int last = (tag & 7) == 2 ? length(tag) : at + 1;
        while (at < last) {
          content = mixed(content ^ frames.get(number()));
        }
      } else {
        skip(tag);
      }
    }
    if (kind == FRAMES) {
      frames.put(id, content(begin, end));
      return;
    }
    long stack = stackOfContent.get(content);
    if (stack == 0) {
      stack = ++stackCount;
      stackOfContent.put(content, stack);
    }
    stacks.put(id, stack);
  }

  private void dump(int end) {
    long[] values = new long[COLUMN.length];
    while (at < end) {
      int tag = tag();
      if (tag >>> 3 != SAMPLES) {
        skip(tag);
        continue;
      }
      int sampleEnd = length(tag);
      Arrays.fill(values, 0);
      while (at < sampleEnd) {
        int field = tag();
        if ((field & 7) == 0 && field >>> 3 < values.length) {
          values[field >>> 3] = number();
        } else {
          skip(field);
        }
      }
      samples++;
      // By the id of its stack, which may be said only after its samples.
      keep(values[ID], values);
    }
  }

  private void keep(long id, long[] values) {
    int row = (int) rowOfStack.get(id);
    if (row == 0) {
      if (rowCount == rows[0].length) {
        for (int i = 0; i < rows.length; i++) {
          rows[i] = Arrays.copyOf(rows[i], 2 * rowCount);
        }
      }
      row = ++rowCount;
      rowOfStack.put(id, row);
    }
    for (int field = 0; field < values.length; field++) {
      if (COLUMN[field] >= 0) {
        rows[COLUMN[field]][row - 1] = values[field];
      }
    }
  }

  private int tag() {
    return (int) number();
  }

  /** Where a field with this tag ends; of a number, which is skipped, that is here. */
  private int length(int tag) {
    if ((tag & 7) != 2) {
      skip(tag);
      return at;
    }
    int length = (int) number();
    return at + length;
  }

  private void skip(int tag) {
    switch (tag & 7) {
      case 0 -> number();
      case 1 -> at += 8;
      case 2 -> at = length(tag);
      default -> at += 4;
    }
  }

  private long number() {
    long number = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[at++];
      number |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    return number;
  }

  private long content(int begin, int end) {
    long hash = 7;
    for (int i = begin; i < end; i++) {
      hash = (hash ^ bytes[i]) * 0x100000001b3L;
    }
    return mixed(hash);
  }

  private static long mixed(long hash) {
    long product = hash * 0x9e3779b97f4a7c15L;
    return product ^ (product >>> 31);
  }

  /** From numbers to numbers; 0 for what is not there. */
  private static final class LongTable {
    private long[] keys = new long[1 << 12];
    private long[] values = new long[1 << 12];
    private int size;

    long get(long key) {
      return values[place(key)];
    }

    void put(long key, long value) {
      int place = place(key);
      if (values[place] == 0 && ++size * 2 > keys.length) {
        grow();
        place = place(key);
      }
      keys[place] = key;
      values[place] = value;
    }

    private int place(long key) {
      int place = (int) (mixed(key) >>> 20) & (keys.length - 1);
      while (values[place] != 0 && keys[place] != key) {
        place = (place + 1) & (keys.length - 1);
      }
      return place;
    }

    private void grow() {
      long[] oldKeys = keys;
      long[] oldValues = values;
      keys = new long[oldKeys.length * 2];
      values = new long[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldValues[i] != 0) {
          int place = place(oldKeys[i]);
          keys[place] = oldKeys[i];
          values[place] = oldValues[i];
        }
      }
    }
  }
}
