package dev.heapconv.batch;

import dev.heapconv.combine.DumpSeries;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** What the inputs of a batch are to a sink, and what they must not have for that. */
final class SinkInputs implements Closeable {

  /**
   * A recording.
   *
   * @param hash of its content
   * @param dumps what tells whose dumps are in it
   */
  private record Contribution(String hash, List<DumpFacts> dumps) {}

  private final FleetSink sink;
  private final boolean addDumps;
  private final Map<String, Contribution> contributions = new ConcurrentSkipListMap<>();

  /**
   * @param addDumps whether dumps of one process may be added up
   */
  SinkInputs(FleetSink sink, boolean addDumps) {
    this.sink = sink;
    this.addDumps = addDumps;
  }

  /** Adds a result; any thread may call this, once for each. */
  void add(ReadResult result) throws IOException {
    if (result instanceof ReadResult.Recording recording) {
      contributions.put(
          recording.facts().name(),
          new Contribution(
              Objects.requireNonNull(recording.facts().sha256()),
              DumpFacts.of(recording.profile())));
    }
    sink.add(result);
  }

  /**
   * Writes everything.
   *
   * @throws HeapConvException {@link ErrorId#REPEATED_DUMPS}
   */
  void finish(BatchListener listener, AtomicFile.Guard guard) throws IOException {
    CopiedInputs copies = new CopiedInputs();
    List<DumpFacts> dumps = new ArrayList<>();
    Set<String> known = new HashSet<>();
    contributions.forEach(
        (name, contribution) -> {
          copies.add(name, contribution.hash);
          dumps.addAll(known.add(contribution.hash) ? contribution.dumps : List.of());
        });
    Notice copied = DumpSeries.copied(dumps);
    if (copied != null) {
      listener.notice(copied);
    }
    Notice repeated = DumpSeries.repeated(dumps);
    if (repeated != null && !addDumps) {
      throw HeapConvException.input(repeated, "the totals");
    }
    if (repeated != null) {
      listener.notice(repeated);
    }
    copies.notice(false).ifPresent(listener::notice);
    listener.finishing();
    sink.finish(guard).forEach(listener::notice);
  }

  @Override
  public void close() throws IOException {
    sink.close();
  }
}
