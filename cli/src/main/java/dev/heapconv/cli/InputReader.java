package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.WriteOptions.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the inputs of a command. */
final class InputReader {

  private final InputOptions options;
  private final MessageOptions messages;
  private final Terminal terminal;
  private boolean anyFailed;

  InputReader(InputOptions options, MessageOptions messages, Terminal terminal) {
    this.options = options;
    this.messages = messages;
    this.terminal = terminal;
  }

  /** The inputs that the command line names; warns of those that are named twice. */
  List<NamedInput> inputs() {
    List<NamedInput> inputs = options.named(terminal);
    if (inputs.size() > 1 && !messages.quiet()) {
      Set<String> seen = new HashSet<>();
      for (NamedInput input : inputs) {
        if (!seen.add(input.identity())) {
          terminal.message(
              "heapconv: " + input.source().name() + ": warning: this input is named twice");
        }
      }
    }
    return inputs;
  }

  ProgressLine progress(List<NamedInput> inputs) {
    return progress(inputs, new Progress());
  }

  /**
   * @param estimating how far the estimates of the newest input are
   */
  ProgressLine progress(List<NamedInput> inputs, Progress estimating) {
    return ProgressLine.start(
        messages.progress(terminal),
        terminal,
        new ReadingStep(inputs, options.naming(), estimating));
  }

  /** Estimates with the options of the command. */
  Unskewing unskewing(EstimateOptions estimates) throws IOException {
    return estimates.unskewing(options, messages, terminal);
  }

  /**
   * The recordings of an input: several if it is an archive of several.
   *
   * @param usualDump the dumps to take unless the command line selects others
   */
  List<RecordedProfile> read(NamedInput input, DumpSelector usualDump) throws IOException {
    return read(input, options.readOptions(input, usualDump));
  }

  private static List<RecordedProfile> read(NamedInput input, ReadOptions readOptions)
      throws IOException {
    List<RecordedProfile> recordings = new ArrayList<>();
    for (RecordedProfile recording : HeapConv.readAll(input.source(), readOptions)) {
      recordings.add(input.named(recording));
    }
    return recordings;
  }

  /** Copies the trace of an input to an output, with names added, and reports its warnings. */
  AtomicFile.FileContent namedTrace(NamedInput input) {
    if (input.dump() != null) {
      throw new UsageException(
          input.suffix() + " has no effect on a trace to which names are added; omit it");
    }
    return out ->
        messages.report(HeapConv.addNames(input.source(), options.readOptions(), out), terminal);
  }

  /** Like {@link #read}, but reports an error instead of ending the command: the list is empty. */
  List<RecordedProfile> readOrReport(NamedInput input, DumpSelector usualDump) throws IOException {
    return readOrReport(input, options.readOptions(input, usualDump));
  }

  /** Like {@link #readOrReport}, with the names that the input has itself. */
  List<RecordedProfile> readAsRecorded(NamedInput input, DumpSelector usualDump)
      throws IOException {
    return readOrReport(input, options.readOptions(input, usualDump).withNamings(List.of()));
  }

  private List<RecordedProfile> readOrReport(NamedInput input, ReadOptions readOptions)
      throws IOException {
    try {
      return read(input, readOptions);
    } catch (HeapConvException e) {
      ErrorReporter.report(e, messages.verbose(), terminal);
      anyFailed = true;
      return List.of();
    }
  }

  /** The exit status of a command that went on after errors. */
  int status() {
    return anyFailed ? ExitStatus.INPUT : ExitStatus.OK;
  }
}
