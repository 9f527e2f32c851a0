package dev.heapconv.spark;

import dev.heapconv.spark.PastInputs.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Brings the tables up to date with the inputs. */
final class FleetRun {

  private final ChunkedConversion conversion;
  private final Tables tables;
  private final PastInputs past;
  private final long maxFailures;
  private final Consumer<String> messages;
  private long failures;
  private long finished;
  private boolean stopped;

  /**
   * @param past what the tables have
   * @param maxFailures the run stops when more inputs than this have failed
   * @param messages receives lines that tell the progress
   */
  FleetRun(
      ChunkedConversion conversion,
      Tables tables,
      PastInputs past,
      long maxFailures,
      Consumer<String> messages) {
    this.conversion = conversion;
    this.tables = tables;
    this.past = past;
    this.maxFailures = maxFailures;
    this.messages = messages;
  }

  /** Whether more inputs have failed than allowed. */
  boolean isStopped() {
    return stopped;
  }

  FleetReport run(List<FleetInput> listed) throws IOException {
    Set<String> kept = kept(listed);
    List<FleetInput> work = new ArrayList<>();
    // Readers of a table would see old rows beside new ones, so these wait until the old are gone.
    boolean replacing = !past.outdated().isEmpty();
    for (FleetInput input : listed) {
      if (!kept.contains(input.uri())) {
        work.add(input);
        replacing |= past.of(input.uri()) != null;
      }
    }
    if (!kept.isEmpty()) {
      messages.accept(kept.size() + " of " + listed.size() + " inputs are done already");
    }
    boolean atOnce = !replacing;
    Set<Integer> written = new HashSet<>();
    conversion.convert(
        work,
        tables.nextChunk(),
        (chunk, inputs) -> {
          written.add(chunk);
          tables.add(List.of(chunk), past);
          if (atOnce) {
            tables.derive(chunk);
          }
          return goOn(inputs, work.size());
        });
    FleetReport report = report(listed, kept, written);
    tables.removeOutdated(past);
    tables.derive();
    return report;
  }

  /** The inputs that need not be converted. */
  private Set<String> kept(List<FleetInput> listed) {
    Set<String> kept = new HashSet<>();
    List<FleetInput> candidates = new ArrayList<>();
    List<String> hashes = new ArrayList<>();
    for (FleetInput input : listed) {
      if (past.isDone(input)) {
        String hash = Objects.requireNonNull(past.of(input.uri())).sha256();
        if (hash == null) {
          kept.add(input.uri());
        } else {
          candidates.add(input);
          hashes.add(hash);
        }
      }
    }
    conversion.unchanged(candidates, hashes).forEach(input -> kept.add(input.uri()));
    return kept;
  }

  private boolean goOn(List<FleetInput> inputs, int all) {
    for (FleetInput input : inputs) {
      failures += Objects.requireNonNull(past.of(input.uri())).failures().size();
    }
    finished += inputs.size();
    messages.accept(finished + " of " + all + " inputs read");
    stopped = failures > maxFailures;
    return !stopped;
  }

  private FleetReport report(List<FleetInput> listed, Set<String> kept, Set<Integer> written) {
    FleetReport report = new FleetReport();
    for (FleetInput input : listed) {
      Outcome outcome = past.of(input.uri());
      if (outcome != null && kept.contains(input.uri())) {
        report.keep(outcome);
      } else if (outcome != null && written.contains(outcome.chunk())) {
        report.add(outcome);
      }
    }
    return report;
  }
}
