package dev.heapconv.fleet;

import dev.heapconv.query.DeviceSums;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * What each recording has of each row of a table, to be sorted by row. As many values as are
 * allowed are in memory, the others in sorted temporary files. Not thread-safe: each thread has its
 * own, and {@link #forEach} merges them.
 */
final class DeviceValues implements DeviceSink {

  /** The memory that a value takes. */
  static final int BYTES = Long.BYTES + Integer.BYTES + DeviceSums.NUMBERS * Double.BYTES;

  private static final int BUFFER_BYTES = 64 << 10;

  /** Numbers are in arrays of as many values, as large ones may not fit between other objects. */
  private static final int CHUNK = 4096;

  /** Systems allow a process about a thousand open files. */
  private static final int MOST_FILES = 100;

  /** Written after the last value, in place of a key. */
  private static final long END = -1;

  private final Path files;
  private final int most;
  private final LongArrayList keys = new LongArrayList();
  private final List<double[]> chunks = new ArrayList<>();
  private final List<Path> written = new ArrayList<>();
  private int writtenEver;

  /**
   * @param files beginning of the paths of temporary files; different for each thread
   * @param most how many values may be in memory
   */
  DeviceValues(Path files, int most) {
    this.files = files;
    this.most = most;
  }

  @Override
  public void accept(int row, int recording, double[] value) throws IOException {
    if (keys.size() == most) {
      writeOut();
    }
    int place = keys.size();
    if (place / CHUNK == chunks.size()) {
      chunks.add(new double[CHUNK * DeviceSums.NUMBERS]);
    }
    keys.add(key(row, recording));
    System.arraycopy(value, 0, chunk(place), inChunk(place), DeviceSums.NUMBERS);
  }

  private double[] chunk(int place) {
    return chunks.get(place / CHUNK);
  }

  private static int inChunk(int place) {
    return place % CHUNK * DeviceSums.NUMBERS;
  }

  private static long key(int row, int recording) {
    return (long) row << Integer.SIZE | recording;
  }

  /** Writes the values in memory to a file. */
  private void writeOut() throws IOException {
    if (written.size() == MOST_FILES) {
      mergeAll();
    }
    int[] order = new int[keys.size()];
    Arrays.setAll(order, i -> i);
    LongArrays.quickSortIndirect(order, keys.elements(), 0, order.length);
    double[] value = new double[DeviceSums.NUMBERS];
    try (Sorted sorted = newFile()) {
      for (int i : order) {
        System.arraycopy(chunk(i), inChunk(i), value, 0, DeviceSums.NUMBERS);
        long key = keys.getLong(i);
        sorted.accept((int) (key >> Integer.SIZE), (int) key, value);
      }
    }
    keys.clear();
  }

  private void free() {
    keys.trim();
    chunks.clear();
  }

  private Sorted newFile() throws IOException {
    Path file = files.resolveSibling(files.getFileName() + "-" + writtenEver++);
    written.add(file);
    return new Sorted(file);
  }

  private void mergeAll() throws IOException {
    List<Path> all = List.copyOf(written);
    written.clear();
    try (Sorted merged = newFile()) {
      merge(all, merged);
    }
  }

  /** Stores a value. Zeros are left out: recordings lack views, and only counts have a model. */
  static void write(double[] value, DataOutput out) throws IOException {
    int present = 0;
    for (int i = 0; i < value.length; i++) {
      present |= value[i] == 0 ? 0 : 1 << i;
    }
    out.writeShort(present);
    for (double number : value) {
      if (number != 0) {
        out.writeDouble(number);
      }
    }
  }

  /** Reads what {@link #write} stored. */
  static void read(DataInput in, double[] value) throws IOException {
    int present = in.readShort();
    for (int i = 0; i < value.length; i++) {
      value[i] = (present >> i & 1) == 0 ? 0 : in.readDouble();
    }
  }

  /** A file of values that is being written. */
  private static final class Sorted implements DeviceSink, Closeable {
    private final DataOutputStream out;

    Sorted(Path file) throws IOException {
      out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
    }

    @Override
    public void accept(int row, int recording, double[] value) throws IOException {
      out.writeLong(key(row, recording));
      write(value, out);
    }

    @Override
    public void close() throws IOException {
      out.writeLong(END);
      out.close();
    }
  }

  /** The next value of a file that is being read. */
  private static final class Head implements Closeable {
    private final DataInputStream in;
    private final double[] value = new double[DeviceSums.NUMBERS];
    private long key;

    Head(Path file) throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    }

    /** Whether there is another value. */
    boolean advance() throws IOException {
      key = in.readLong();
      if (key == END) {
        return false;
      }
      read(in, value);
      return true;
    }

    long key() {
      return key;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Passes on the values of several, by row and then by recording; they are empty afterwards. */
  static void forEach(List<DeviceValues> all, DeviceSink action) throws IOException {
    List<Path> files = new ArrayList<>();
    for (DeviceValues values : all) {
      values.writeOut();
      values.free();
      if (values.written.size() > MOST_FILES / all.size()) {
        values.mergeAll();
      }
      files.addAll(values.written);
      values.written.clear();
    }
    merge(files, action);
  }

  /** Passes on the values of sorted files and deletes these. */
  private static void merge(List<Path> files, DeviceSink action) throws IOException {
    List<Head> open = new ArrayList<>();
    try {
      Queue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::key));
      for (Path file : files) {
        Head head = new Head(file);
        open.add(head);
        if (head.advance()) {
          heads.add(head);
        }
      }
      for (Head head; (head = heads.poll()) != null; ) {
        action.accept((int) (head.key >> Integer.SIZE), (int) head.key, head.value);
        if (head.advance()) {
          heads.add(head);
        }
      }
    } finally {
      for (Head head : open) {
        head.close();
      }
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
