package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.transform.Merging;
import dev.heapconv.transform.Unskewing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the inputs of a command into one profile. */
final class ProfileLoader {

  private final InputOptions inputs;
  private final EstimateOptions estimates;
  private final MessageOptions messages;
  private final Terminal terminal;

  ProfileLoader(
      InputOptions inputs, EstimateOptions estimates, MessageOptions messages, Terminal terminal) {
    this.inputs = inputs;
    this.estimates = estimates;
    this.messages = messages;
    this.terminal = terminal;
  }

  /**
   * @param usualDump the dumps to take unless the command line selects others
   */
  EstimatedProfile load(DumpSelector usualDump) throws IOException {
    List<InputSource> sources = inputs.sources(terminal);
    ReadOptions options = inputs.readOptions(usualDump);
    Unskewing unskewing = estimates.unskewing(inputs, messages, terminal);
    List<EstimatedProfile> profiles = new ArrayList<>();
    try (ProgressLine progress =
        ProgressLine.start(messages.progress(terminal), terminal, sources)) {
      for (InputSource source : sources) {
        profiles.add(unskewing.apply(HeapConv.read(source, options)));
      }
    }
    for (EstimatedProfile profile : profiles) {
      messages.report(profile, terminal);
    }
    return Merging.sideBySide(profiles);
  }
}
