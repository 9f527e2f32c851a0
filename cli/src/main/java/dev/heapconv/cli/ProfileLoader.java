package dev.heapconv.cli;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.transform.Merging;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.WriteOptions.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the inputs of a command and estimates their profiles. */
final class ProfileLoader {

  private final InputReader reader;
  private final EstimateOptions estimates;
  private final MessageOptions messages;
  private final Terminal terminal;

  ProfileLoader(
      InputReader reader, EstimateOptions estimates, MessageOptions messages, Terminal terminal) {
    this.reader = reader;
    this.estimates = estimates;
    this.messages = messages;
    this.terminal = terminal;
  }

  /**
   * The profiles of all inputs, one after another: several of an archive of several.
   *
   * @param usualDump the dumps to take unless the command line selects others
   */
  List<EstimatedProfile> load(List<NamedInput> inputs, DumpSelector usualDump) throws IOException {
    return load(inputs, usualDump, reader.unskewing(estimates), false);
  }

  /** Like {@link #load}, but reports inputs that cannot be read and leaves them out. */
  List<EstimatedProfile> loadReadable(List<NamedInput> inputs, DumpSelector usualDump)
      throws IOException {
    return load(inputs, usualDump, reader.unskewing(estimates), true);
  }

  /** The profile of each input: that of an archive is the sum of those in it. */
  List<EstimatedProfile> loadEach(List<NamedInput> inputs, DumpSelector usualDump, SumOption add)
      throws IOException {
    Unskewing unskewing = reader.unskewing(estimates);
    List<EstimatedProfile> profiles = new ArrayList<>();
    for (NamedInput input : inputs) {
      EstimatedProfile sum = Merging.sideBySide(load(List.of(input), usualDump, unskewing, false));
      add.check(sum, messages, terminal);
      profiles.add(sum);
    }
    return profiles;
  }

  private List<EstimatedProfile> load(
      List<NamedInput> inputs, DumpSelector usualDump, Unskewing unskewing, boolean tolerant)
      throws IOException {
    List<EstimatedProfile> profiles = new ArrayList<>();
    Progress estimating = new Progress();
    try (ProgressLine progress = reader.progress(inputs, estimating)) {
      for (NamedInput input : inputs) {
        List<RecordedProfile> recordings =
            tolerant ? reader.readOrReport(input, usualDump) : reader.read(input, usualDump);
        for (RecordedProfile recording : recordings) {
          profiles.add(unskewing.apply(recording, estimating));
        }
      }
    }
    for (EstimatedProfile profile : profiles) {
      messages.report(profile, terminal);
    }
    return profiles;
  }
}
