package dev.heapconv.cli;

import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.BatchOptions.Resources;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.io.Json;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.show.JsonRenderer;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Options of commands that read any number of inputs, several at a time. */
final class BatchInputs extends OptionGroup {

  /** An option of earlier builds, which the parser takes for a number, and so for a path. */
  private static final String NUL = "-0";

  private final Argument<Integer> jobs =
      value(
          Quantities::positive,
          Heading.GENERAL,
          "-j --jobs N",
          "Number of inputs to convert at a time (default: the number of cores).");

  private final Argument<Integer> maxTime =
      value(
          Quantities::positive,
          Heading.RESUMING,
          "--max-time SECONDS",
          "Time limit per input in seconds; slower inputs fail (default: "
              + Resources.MAX_TIME.toSeconds()
              + ").");

  private final Argument<Boolean> json = flag(Heading.OUTPUT, "--json", "Print a summary as JSON.");

  /** Where inputs are listed, and what JSON calls that. */
  record Place(String name, String path) {}

  /**
   * What the words of a command line name; {@code -} stands for a list on stdin.
   *
   * @throws UsageException if there are none
   */
  List<String> paths(List<String> words, Terminal terminal) throws IOException {
    List<String> paths = new ArrayList<>(words);
    if (paths.isEmpty()) {
      throw new UsageException(
          "name files, folders or archives to read, or - for a list of them on stdin");
    }
    TableName.refuse(paths);
    if (paths.contains(NUL) && !MissingFile.exists(NUL)) {
      throw new UsageException(NUL + ": no such option; " + OtherTools.insteadOfOption(NUL));
    }
    if (paths.removeIf("-"::equals)) {
      paths.addAll(FileNames.readList(terminal.in()));
    }
    return paths;
  }

  /** What to make of inputs: an output of each, or one thing of all. */
  BatchOptions options(
      List<String> paths, BatchOptions.Results results, ReadOptions read, UnskewSetup unskew) {
    return new BatchOptions(
        paths,
        results,
        read.withThreads(1),
        unskew,
        new Resources(
            jobs.valueOr(Runtime.getRuntime().availableProcessors()),
            Runtime.getRuntime().maxMemory() / 5 * 3,
            maxTime.isGiven() ? Duration.ofSeconds(maxTime.required()) : Resources.MAX_TIME));
  }

  /**
   * Converts inputs, and returns the exit status.
   *
   * @param place where to find more, and what JSON calls that
   * @param out where the summary is printed if the command line asks for it
   */
  int run(BatchOptions options, BatchView view, Place place, PrintWriter out) throws IOException {
    TemporaryFiles files = new TemporaryFiles();
    Batch batch = new Batch(options, view, files);
    InterruptGuard guard = InterruptGuard.install(batch, files, view);
    try {
      BatchResult result;
      try (view) {
        result = batch.run();
      }
      if (json.isGiven()) {
        JsonRenderer.print(out, false, to -> writeSummary(result, place, to));
        // A stopped process ends when the guard lets it.
        out.flush();
      }
      return view.report(result, place.path);
    } finally {
      guard.finished();
    }
  }

  private static void writeSummary(BatchResult result, Place place, JsonGenerator json) {
    json.writeStringProperty("tool", Version.tool());
    json.writeStringProperty(place.name, place.path);
    json.writeBooleanProperty("stopped", result.isStopped());
    json.writeNumberProperty("converted", result.converted());
    json.writeNumberProperty("kept", result.kept());
    json.writeNumberProperty("failed", result.failed());
    json.writeNumberProperty("skipped", result.skipped());
    Json.array(
        json,
        "failures",
        result.failures().entrySet(),
        failure -> {
          json.writeStartObject();
          json.writeStringProperty("id", failure.getKey());
          json.writeNumberProperty("count", failure.getValue().count());
          json.writeStringProperty("example", failure.getValue().example());
          json.writeEndObject();
        });
  }
}
