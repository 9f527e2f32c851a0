package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.NamedTrace;
import dev.heapconv.combine.DumpSeries;
import dev.heapconv.combine.Merging;
import dev.heapconv.estimate.SummedRecordings;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Progress;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the inputs of a command, and estimates their profiles. */
final class InputReader {

  private final InputOptions options;
  private final EstimateOptions estimates;
  private final MessageOptions messages;
  private final Terminal terminal;
  private List<NamedInput> inputs;
  private @Nullable Unskewing unskewing;
  private boolean anyFailed;

  /** Files in folders that are no heap profiles, by name, and why. */
  private final Map<String, HeapConvException> leftOut = new LinkedHashMap<>();

  /** Names of inputs that the command line names again, maybe with other words. */
  private final Set<String> repeated = new LinkedHashSet<>();

  /** Finds the inputs that the command line names; one that it names twice has one name. */
  InputReader(InputOptions options, EstimateOptions estimates, MessageOptions messages) {
    this.options = options;
    this.estimates = estimates;
    this.messages = messages;
    terminal = messages.terminal();
    inputs = new ArrayList<>(options.named(terminal));
    Map<String, NamedInput> seen = new HashMap<>();
    inputs.replaceAll(
        input -> {
          NamedInput first = seen.putIfAbsent(input.identity(), input);
          if (first != null) {
            repeated.add(first.source().name());
          }
          return first == null ? input : first;
        });
  }

  /** Warns of inputs that are named twice, where nothing is added up: a sum is refused. */
  void noteRepeated() {
    for (String name : repeated) {
      messages.note(name + ": warning: this input is named twice");
    }
  }

  List<NamedInput> inputs() {
    return inputs;
  }

  /** Takes the files in folders for these. */
  void openFolders() throws IOException {
    for (NamedInput input : List.copyOf(inputs)) {
      Path path = input.source().path();
      if (path != null && Files.isDirectory(path)) {
        int at = inputs.indexOf(input);
        inputs.remove(at);
        inputs.addAll(at, NamedInput.filesIn(path));
      }
    }
    if (inputs.isEmpty()) {
      throw new UsageException(options.arguments().get(0) + ": no files in this folder");
    }
  }

  /** Says which files in folders are no heap profiles. */
  private void reportLeftOut() {
    int count = leftOut.size();
    if (count > 0) {
      String first = leftOut.keySet().iterator().next();
      messages.note(
          count == 1
              ? "left out " + first + ", which is no heap profile"
              : "left out " + count + " files that are no heap profiles, such as " + first);
    }
  }

  ProgressLine progress() {
    return progress(inputs, new Progress());
  }

  /**
   * @param estimating how far the estimates of the newest input are
   */
  private ProgressLine progress(List<NamedInput> some, Progress estimating) {
    return ProgressLine.start(
        messages.progress(), terminal, new ReadingStep(some, options.naming(), estimating));
  }

  /** Estimates with the options of the command. */
  Unskewing unskewing() throws IOException {
    if (unskewing == null) {
      unskewing = new Unskewing(estimates.unskewOptions(options, messages));
    }
    return unskewing;
  }

  /**
   * The profiles of all inputs, one after another: several of an archive of several.
   *
   * @param usualDump the dumps to take unless the command line selects others
   */
  List<EstimatedProfile> load(DumpSelector usualDump) throws IOException {
    return load(inputs, usualDump, false);
  }

  /** The profile of each input: that of an archive is the sum of those in it. */
  List<EstimatedProfile> loadEach(DumpSelector usualDump, SeriesOptions sums) throws IOException {
    noteRepeated();
    List<EstimatedProfile> profiles = new ArrayList<>();
    for (NamedInput input : inputs) {
      List<EstimatedProfile> several = load(List.of(input), usualDump, false);
      EstimatedProfile sum = Merging.sideBySide(several);
      if (several.size() > 1) {
        sums.check(sum, messages);
      }
      profiles.add(sum);
    }
    return profiles;
  }

  /**
   * Like {@link #load}, but inputs that are dumps of one process are one profile with the selected
   * dumps, if these are not the usual last ones.
   *
   * @param needed what has to show that they are of one process; null if they are to be added up
   * @param tolerant whether inputs that cannot be read are reported and left out
   */
  List<EstimatedProfile> loadSeries(
      DumpSelector usualDump, @Nullable Evidence needed, boolean tolerant) throws IOException {
    DumpSelector choice = options.dumpOr(usualDump);
    boolean all = choice instanceof DumpSelector.All;
    boolean asked = all || options.selectsDumps();
    boolean each = inputs.stream().anyMatch(input -> input.dump() != null);
    boolean alone = !all && inputs.size() == 1;
    if (needed == null || needed != Evidence.NONE && (each || !asked || alone)) {
      return load(inputs, usualDump, tolerant);
    }
    List<EstimatedProfile> files = new ArrayList<>();
    for (NamedInput input : inputs) {
      files.addAll(estimate(List.of(input), null, tolerant));
      if (!all && needed != Evidence.NONE && !files.stream().allMatch(DumpSeries::canContain)) {
        return load(inputs, usualDump, tolerant);
      }
    }
    if (files.isEmpty() && !leftOut.isEmpty()) {
      throw leftOut.values().iterator().next();
    }
    reportLeftOut();
    if (needed != Evidence.NONE && inputs.stream().anyMatch(NamedInput::inFolder)) {
      files = withoutCopies(files);
    }
    EstimatedProfile series = DumpSeries.of(files, needed);
    if (series == null && needed == Evidence.NONE) {
      throw new UsageException(
          "--series needs several files, each with one dump of the same heaps of one process");
    }
    if (series == null && !all) {
      return load(inputs, usualDump, tolerant);
    }
    messages.report(files);
    return series == null ? files : List.of(DumpSeries.selected(series, choice));
  }

  /** A folder may have a recording, the same with names, and what other tools made of it. */
  private List<EstimatedProfile> withoutCopies(List<EstimatedProfile> files) {
    List<EstimatedProfile> kept = DumpSeries.withoutCopies(files);
    List<EstimatedProfile> copies = new ArrayList<>(files);
    copies.removeAll(kept);
    if (!copies.isEmpty()) {
      String first = copies.get(0).capture().source();
      messages.note(
          copies.size() == 1
              ? "left out " + first + ", because another file has the same dumps"
              : "left out "
                  + copies.size()
                  + " files whose dumps other files also have, such as "
                  + first);
    }
    return kept;
  }

  private List<EstimatedProfile> load(
      List<NamedInput> some, DumpSelector usualDump, boolean tolerant) throws IOException {
    List<EstimatedProfile> profiles = estimate(some, usualDump, tolerant);
    messages.report(profiles);
    return profiles;
  }

  /**
   * @param usualDump null for all dumps, whatever the command line selects
   */
  private List<EstimatedProfile> estimate(
      List<NamedInput> some, @Nullable DumpSelector usualDump, boolean tolerant)
      throws IOException {
    Progress estimating = new Progress();
    SummedRecordings sum = unskewing().sum(estimating);
    try (ProgressLine progress = progress(some, estimating)) {
      for (NamedInput input : some) {
        ReadOptions choice =
            options.readOptions(
                usualDump == null ? DumpSelector.ALL : input.dumpOr(options.dumpOr(usualDump)));
        for (RecordedProfile recording :
            tolerant ? readOrReport(input, choice) : read(input, choice)) {
          sum.add(recording);
        }
      }
      return sum.estimates();
    }
  }

  /**
   * The recordings of an input: several if it is an archive of several, none if it is something
   * else in a folder of dumps.
   */
  private List<RecordedProfile> read(NamedInput input, ReadOptions choice) throws IOException {
    try {
      return readNamed(input, choice);
    } catch (HeapConvException e) {
      if (!input.inFolder() || !isOtherFile(e.id())) {
        throw e;
      }
      leftOut.put(input.source().name(), e);
      return List.of();
    }
  }

  private static boolean isOtherFile(ErrorId id) {
    return id.isWithoutProfile() || id == ErrorId.EMPTY_INPUT;
  }

  private static List<RecordedProfile> readNamed(NamedInput input, ReadOptions choice)
      throws IOException {
    List<RecordedProfile> recordings = new ArrayList<>();
    for (RecordedProfile recording : HeapConv.readAll(input.source(), choice)) {
      recordings.add(input.named(recording));
    }
    return recordings;
  }

  /** Like {@link #read}, but reports an error instead of ending the command: the list is empty. */
  private List<RecordedProfile> readOrReport(NamedInput input, ReadOptions choice)
      throws IOException {
    try {
      return read(input, choice);
    } catch (HeapConvException e) {
      ErrorReporter.report(e, messages.verbose(), choice.strict(), messages.hints(), terminal);
      anyFailed = true;
      return List.of();
    }
  }

  /** The recordings of an input with the names that it has itself; reports errors. */
  List<RecordedProfile> readAsRecorded(NamedInput input) throws IOException {
    DumpSelector dump = input.dumpOr(options.dumpOr(DumpSelector.LAST));
    return readOrReport(input, options.readOptions(dump).withNamings(List.of()));
  }

  /** Copies the trace of an input to an output, with names added, and reports its warnings. */
  AtomicFile.FileContent namedTrace(NamedInput input) {
    if (input.dump() != null) {
      throw new UsageException(
          input.suffix() + " has no effect on a trace to which names are added; omit it");
    }
    return out ->
        messages.report(NamedTrace.PERFETTO.write(input.source(), options.readOptions(), out));
  }

  /** The exit status of a command that went on after errors. */
  int status() {
    return anyFailed ? ExitStatus.INPUT : ExitStatus.OK;
  }
}
