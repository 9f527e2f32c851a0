package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.input.DumpChoice;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.ReadOptions;
import dev.heapconv.model.HeapProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.transform.Concatenation;
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

  HeapProfile load() throws IOException {
    return load(DumpChoice.LAST);
  }

  /**
   * @param usualDump the dumps to take when the command line does not say
   */
  HeapProfile load(DumpChoice usualDump) throws IOException {
    List<InputSource> sources = inputs.sources(terminal);
    ReadOptions options = inputs.readOptions(usualDump);
    List<HeapProfile> profiles = new ArrayList<>();
    try (ProgressLine progress =
        ProgressLine.start(messages.progress(terminal), terminal, sources)) {
      for (InputSource source : sources) {
        RecordedProfile recorded = HeapConv.read(source, options);
        profiles.add(HeapConv.unskew(recorded, estimates.unskewOptions()));
      }
    }
    for (HeapProfile profile : profiles) {
      messages.report(profile.capture().source(), profile.warnings(), terminal);
    }
    return Concatenation.of(profiles);
  }
}
