package dev.heapconv.fleet;

import dev.heapconv.transform.PartThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Rows that another thread reads meanwhile, in their order. */
final class ReadAhead implements FleetCursor {

  private static final int ROWS_OF_BATCH = 256;
  private static final int MOST_BATCHES = 4;

  /** What the other thread hands over: rows, of which the last batch has none. */
  private record Batch(List<FleetRow> rows, @Nullable Throwable failure) {}

  private final FleetCursor source;
  private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(MOST_BATCHES);
  private final Thread reader;
  private Iterator<FleetRow> rows = List.<FleetRow>of().iterator();
  private boolean ended;

  /**
   * @param source belongs to the other thread until this is closed; not closed itself
   */
  ReadAhead(FleetCursor source) {
    this.source = source;
    reader = new Thread(this::readAll, "fleet-merge");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll() {
    try {
      Batch batch;
      do {
        batch = readBatch();
        batches.put(batch);
      } while (!batch.rows.isEmpty());
    } catch (InterruptedException e) {
      // Nobody wants the rest.
    }
  }

  private Batch readBatch() {
    List<FleetRow> read = new ArrayList<>(ROWS_OF_BATCH);
    try {
      for (FleetRow row; read.size() < ROWS_OF_BATCH && (row = source.next()) != null; ) {
        read.add(row);
      }
      return new Batch(read, null);
    } catch (IOException | RuntimeException | Error e) {
      return new Batch(List.of(), e);
    }
  }

  @Override
  public @Nullable FleetRow next() throws IOException {
    if (!rows.hasNext() && !ended) {
      Batch batch = take();
      rethrow(batch.failure);
      rows = batch.rows.iterator();
      ended = batch.rows.isEmpty();
    }
    return rows.hasNext() ? rows.next() : null;
  }

  private Batch take() throws IOException {
    try {
      return batches.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void rethrow(@Nullable Throwable failure) throws IOException {
    if (failure instanceof IOException problem) {
      throw problem;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Ends the other thread. */
  @Override
  public void close() {
    reader.interrupt();
    PartThreads.join(List.of(reader));
  }
}
