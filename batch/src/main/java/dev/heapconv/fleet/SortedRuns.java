package dev.heapconv.fleet;

import dev.heapconv.thread.Cursor;
import it.unimi.dsi.fastutil.io.FastBufferedInputStream;
import it.unimi.dsi.fastutil.io.FastBufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sorts items of which not all fit into memory: sorted runs of them are in temporary files, and
 * merged in the end. Thread-safe.
 *
 * @param <T> type of the items
 */
final class SortedRuns<T> implements Closeable {

  /**
   * How many runs are open and merged at a time: systems allow a process about a thousand files.
   */
  private static final int MAX_RUNS = 100;

  private static final int BUFFER_BYTES = 64 << 10;

  /**
   * How the items of one run are stored, one after another.
   *
   * @param <T> type of the items
   */
  interface Codec<T> {
    void write(T item, DataOutputStream out) throws IOException;

    T read(DataInputStream in) throws IOException;
  }

  private final Path files;
  private final Comparator<T> order;
  private final Supplier<Codec<T>> codecs;
  private final UnaryOperator<Cursor<T>> combining;
  private final List<Path> runs = new ArrayList<>();
  private final AtomicInteger written = new AtomicInteger();

  /**
   * @param files beginning of the paths of the runs
   * @param codecs makes one for each run that is written or read
   * @param combining what becomes of sorted items: those that belong together may become one.
   *     Closes them with its result
   */
  SortedRuns(
      Path files,
      Comparator<T> order,
      Supplier<Codec<T>> codecs,
      UnaryOperator<Cursor<T>> combining) {
    this.files = files;
    this.order = order;
    this.codecs = codecs;
    this.combining = combining;
  }

  /** Writes items to a run of their own. */
  void add(Cursor<T> sorted) throws IOException {
    Path run = write(sorted);
    synchronized (this) {
      if (runs.size() == MAX_RUNS) {
        // Other threads wait: to merge twice at once would open twice as many files.
        Path merged;
        try (Cursor<T> all = merged(List.of())) {
          merged = write(all);
        }
        close();
        runs.add(merged);
      }
      runs.add(run);
    }
  }

  private Path write(Cursor<T> sorted) throws IOException {
    Path run = files.resolveSibling(files.getFileName() + "-" + written.getAndIncrement());
    Codec<T> codec = codecs.get();
    try (DataOutputStream out =
        new DataOutputStream(
            new FastBufferedOutputStream(Files.newOutputStream(run), BUFFER_BYTES))) {
      for (T item; (item = sorted.next()) != null; ) {
        out.writeBoolean(true);
        codec.write(item, out);
      }
      out.writeBoolean(false);
    }
    return run;
  }

  /**
   * The items of all runs and of some that are in memory, in their order.
   *
   * @param inMemory each sorted
   */
  synchronized Cursor<T> merged(List<Cursor<T>> inMemory) throws IOException {
    Merged<T> merged = new Merged<>(order);
    try {
      for (Path run : runs) {
        merged.add(new Run<>(run, codecs.get()));
      }
      for (Cursor<T> sorted : inMemory) {
        merged.add(sorted);
      }
    } catch (IOException e) {
      merged.close();
      throw e;
    }
    return combining.apply(merged);
  }

  /** How many runs were written, including those that were merged into others. */
  int written() {
    return written.get();
  }

  /** Deletes all runs. */
  @Override
  public synchronized void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  private static final class Run<T> implements Cursor<T> {
    private final DataInputStream in;
    private final Codec<T> codec;

    Run(Path file, Codec<T> codec) throws IOException {
      in =
          new DataInputStream(
              new FastBufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
      this.codec = codec;
    }

    @Override
    public @Nullable T next() throws IOException {
      return in.readBoolean() ? codec.read(in) : null;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Merged<T> implements Cursor<T> {
    private record Head<T>(T item, Cursor<T> rest) {}

    private final List<Cursor<T>> cursors = new ArrayList<>();
    private final Queue<Head<T>> heads;

    Merged(Comparator<T> order) {
      heads = new PriorityQueue<>((a, b) -> order.compare(a.item, b.item));
    }

    void add(Cursor<T> cursor) throws IOException {
      cursors.add(cursor);
      advance(cursor);
    }

    private void advance(Cursor<T> cursor) throws IOException {
      T item = cursor.next();
      if (item != null) {
        heads.add(new Head<>(item, cursor));
      }
    }

    @Override
    public @Nullable T next() throws IOException {
      Head<T> first = heads.poll();
      if (first == null) {
        return null;
      }
      advance(first.rest);
      return first.item;
    }

    @Override
    public void close() throws IOException {
      for (Cursor<T> cursor : cursors) {
        cursor.close();
      }
    }
  }
}
