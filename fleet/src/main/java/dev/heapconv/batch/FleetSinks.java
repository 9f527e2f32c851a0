package dev.heapconv.batch;

import dev.heapconv.combine.DumpSeries;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** All that is made of the inputs of a batch together, and what they must not have for that. */
final class FleetSinks implements Closeable {

  /**
   * A recording.
   *
   * @param hash of its content
   * @param dumps what tells whose dumps are in it
   */
  private record Contribution(String hash, List<DumpFacts> dumps) {}

  private final List<FleetSink> sinks;
  private final List<FleetSink> anyOrder;
  private final List<FleetSink> ofOrder;
  private final boolean addDumps;
  private final InputOrder order;
  private final Map<String, Contribution> contributions = new ConcurrentSkipListMap<>();

  /**
   * @param addDumps whether dumps of one process may be added up
   * @param ahead by how many inputs one may be ahead of the first that has not ended, where the
   *     order of results matters
   */
  FleetSinks(List<FleetSink> sinks, boolean addDumps, int ahead) {
    this.sinks = sinks;
    anyOrder = sinks.stream().filter(sink -> !sink.isOfOrder()).toList();
    ofOrder = sinks.stream().filter(FleetSink::isOfOrder).toList();
    this.addDumps = addDumps;
    order =
        new InputOrder(
            result -> add(ofOrder, result), ofOrder.isEmpty() ? Integer.MAX_VALUE : ahead);
  }

  boolean isEmpty() {
    return sinks.isEmpty();
  }

  /** The files that they write. */
  List<Path> files() {
    return sinks.stream().flatMap(sink -> sink.files().stream()).toList();
  }

  /** Waits until an input may begin; numbers of inputs are those of the batch, from 0. */
  void begin(int input) throws InterruptedException {
    order.begin(input);
  }

  /** An input has no more results. */
  void end(int input) throws IOException {
    order.end(input);
  }

  /** Adds a result; any thread may call this, once for each. */
  void add(int input, ReadResult result) throws IOException {
    if (!sinks.isEmpty() && result instanceof ReadResult.Recording recording) {
      contributions.put(
          recording.facts().name(),
          new Contribution(
              Objects.requireNonNull(recording.facts().sha256()),
              DumpFacts.of(recording.profile())));
    }
    add(anyOrder, result);
    if (!ofOrder.isEmpty()) {
      order.add(input, result);
    }
  }

  private static void add(List<FleetSink> to, ReadResult result) throws IOException {
    for (FleetSink sink : to) {
      sink.add(result);
    }
  }

  /**
   * Writes everything.
   *
   * @throws HeapConvException {@link ErrorId#REPEATED_DUMPS} or {@link ErrorId#SAME_RECORDING}
   */
  void finish(BatchListener listener, AtomicFile.Guard guard) throws IOException {
    if (sinks.isEmpty()) {
      return;
    }
    CopiedInputs copies = new CopiedInputs();
    List<DumpFacts> dumps = new ArrayList<>();
    List<DumpFacts> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    contributions.forEach(
        (name, contribution) -> {
          copies.add(name, contribution.hash);
          dumps.addAll(known.add(contribution.hash) ? contribution.dumps : List.of());
          all.addAll(contribution.dumps);
        });
    boolean isSum = sinks.stream().anyMatch(FleetSink::isSum);
    Notice copied = DumpSeries.copied(isSum ? all : dumps);
    if (copied != null) {
      report(copied, isSum, listener);
    }
    // Copies are no dumps.
    Notice repeated = copied != null && isSum ? null : DumpSeries.repeated(dumps);
    if (repeated != null) {
      report(repeated, true, listener);
    }
    copies.notice(false).ifPresent(listener::notice);
    listener.finishing();
    for (FleetSink sink : sinks) {
      sink.finish(guard).forEach(listener::notice);
    }
  }

  private void report(Notice notice, boolean isError, BatchListener listener)
      throws HeapConvException {
    if (isError && !addDumps) {
      throw HeapConvException.input(notice, "the totals");
    }
    listener.notice(notice);
  }

  @Override
  public void close() throws IOException {
    for (FleetSink sink : sinks) {
      sink.close();
    }
  }
}
