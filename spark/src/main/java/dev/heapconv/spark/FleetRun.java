package dev.heapconv.spark;

import dev.heapconv.Format;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.BatchResult;
import dev.heapconv.cli.FleetCommand;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.spark.PastInputs.Failure;
import dev.heapconv.spark.PastInputs.Outcome;
import dev.heapconv.transform.ObfuscationMaps;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Brings the tables up to date with the inputs, and adds up. For one run. */
final class FleetRun {

  private final SparkSession spark;
  private final Configuration hadoop;
  private final FleetCommand command;
  private final String[] arguments;
  private final LocalFiles outputs;
  private final Chunks chunks;
  private long failures;
  private long finished;

  /**
   * @param arguments the words of the command line
   * @param outputs what the command line names to be written
   */
  FleetRun(SparkSession spark, FleetCommand command, String[] arguments, LocalFiles outputs)
      throws IOException {
    this.spark = spark;
    this.command = command;
    this.arguments = arguments;
    this.outputs = outputs;
    hadoop = spark.sparkContext().hadoopConfiguration();
    chunks = new Chunks(spark, hadoop, LocalPaths.hadoop(command.output()));
  }

  BatchResult run() throws IOException {
    if (Tables.isAnything(chunks) && command.existing() == BatchOptions.Existing.REFUSE) {
      throw HeapConvException.output(ErrorId.BATCH_EXISTS, command.output());
    }
    List<FleetInput> listed = list();
    if (listed.isEmpty()) {
      return new BatchResult.Tally().result(BatchResult.End.COMPLETE);
    }
    try (Shipment shipment = new Shipment(hadoop)) {
      Map<String, List<String>> files = command.files(shipment::add);
      command.setFiles(files, Shipment.unpack(shipment.uri(), hadoop));
      // What is wrong with these files is reported here, before any work.
      FleetOptions options = command.totals();
      UnskewSetup unskew = command.unskewOptions();
      String settings = settings(FleetCommand.tool() + shipment.fingerprint(), unskew);
      Tables tables = new Tables(spark, chunks, options.devices().name());
      String shipped = open(tables, shipment);
      PastInputs past = new PastInputs(settings, command.isByHash(), command.retriesFailed());
      tables.addTo(past);
      BatchResult result =
          convert(
              listed,
              new ChunkedConversion(
                  spark, chunks, new ReaderSetup(shipped, arguments, files), settings),
              tables,
              past);
      if (result.end() == BatchResult.End.COMPLETE && !result.isEmpty()) {
        addUp(options, unskew.confidence(), tables.recordings(past.without(listed)));
      }
      return result;
    }
  }

  /** What determines the content of rows beside the input, as in the manifest of a batch. */
  private String settings(String tool, UnskewSetup unskew) throws IOException {
    ReadOptions read = command.readOptions();
    // What else names functions is in the shipment, and so in the name of the tool.
    read =
        read.withNamings(
            read.namings().stream().filter(ObfuscationMaps.class::isInstance).toList());
    return BatchOptions.settings(Format.PPROF, read, unskew, new WriteOptions(tool, null));
  }

  /** Prepares the output folder; the result is where executors find the shipment. */
  private String open(Tables tables, Shipment shipment) throws HeapConvException {
    try {
      if (command.existing() == BatchOptions.Existing.RESTART) {
        tables.delete();
      }
      tables.clean(FleetCommand.tool());
      return shipment.send(tables.shipment());
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private HeapConvException cannotWrite(IOException e) {
    return e instanceof HeapConvException known
        ? known
        : HeapConvException.output(
                ErrorId.CANNOT_WRITE, command.output(), HeapConvException.reason(e))
            .causedBy(e);
  }

  private List<FleetInput> list() throws HeapConvException {
    InputListing listing = new InputListing(hadoop, command.filter(), chunks.folder());
    String at = "";
    try {
      for (String input : command.inputs()) {
        at = input;
        listing.add(input);
      }
      for (String list : command.lists()) {
        at = list;
        listing.addList(list);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw HadoopSource.asKnown(at, e);
    }
    return listing.inputs();
  }

  private BatchResult convert(
      List<FleetInput> listed, ChunkedConversion conversion, Tables tables, PastInputs past)
      throws IOException {
    Set<String> kept = kept(listed, conversion, past);
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
      command.progress(kept.size() + " of " + listed.size() + " inputs are done already");
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
          for (FleetInput input : inputs) {
            failures += Objects.requireNonNull(past.of(input.uri())).failures.size();
          }
          finished += inputs.size();
          command.progress(finished + " of " + work.size() + " inputs read");
          return failures <= command.maxFailures();
        });
    BatchResult.Tally tally = new BatchResult.Tally();
    for (FleetInput input : listed) {
      Outcome outcome = past.of(input.uri());
      boolean isKept = kept.contains(input.uri());
      if (outcome != null && (isKept || written.contains(outcome.chunk))) {
        count(outcome, isKept, tally);
      }
    }
    tables.removeOutdated(past);
    tables.derive();
    return tally.result(
        failures > command.maxFailures()
            ? BatchResult.End.TOO_MANY_FAILURES
            : BatchResult.End.COMPLETE);
  }

  private static void count(Outcome outcome, boolean isKept, BatchResult.Tally tally) {
    if (outcome.skipped) {
      tally.skip();
    } else if (isKept) {
      tally.keep();
    } else {
      tally.convert(outcome.recordings);
    }
    for (Failure failure : outcome.failures) {
      tally.fail(
          failure.error(),
          failure.input(),
          isKept ? "failed in an earlier job" : failure.message());
    }
  }

  /** The inputs that need not be converted. */
  private static Set<String> kept(
      List<FleetInput> listed, ChunkedConversion conversion, PastInputs past) {
    Set<String> kept = new HashSet<>();
    List<FleetInput> candidates = new ArrayList<>();
    List<String> hashes = new ArrayList<>();
    for (FleetInput input : listed) {
      if (past.isDone(input)) {
        String hash = Objects.requireNonNull(past.of(input.uri())).sha256;
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

  private void addUp(FleetOptions options, double confidence, Dataset<Row> recordings)
      throws HeapConvException {
    Copies.of(recordings).ifPresent(command::warning);
    TotalsJob job =
        new TotalsJob(
            spark,
            options,
            confidence,
            FleetCommand.tool(),
            new Path(chunks.folder(), Tables.TOTALS));
    try {
      job.run(recordings);
      outputs.putInPlace(hadoop);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    job.warnings().forEach(command::warning);
  }
}
