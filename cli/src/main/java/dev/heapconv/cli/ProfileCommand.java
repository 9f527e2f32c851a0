package dev.heapconv.cli;

import java.io.IOException;
import java.util.List;

/** A command that reads recordings and writes one profile or table. */
abstract class ProfileCommand extends Command {

  final InputOptions inputs = group(new InputOptions());
  final OutputOptions outputs;
  final EstimateOptions estimates = group(new EstimateOptions());
  final MessageOptions messages;

  ProfileCommand(Terminal terminal, OutputOptions outputs) {
    super(terminal);
    this.outputs = group(outputs);
    messages = group(new MessageOptions(terminal));
  }

  final InputReader reader() {
    return new InputReader(inputs, estimates, messages);
  }

  /** Where to write; checked before any work is done. */
  final ProfileOutput output(List<NamedInput> sources) throws IOException {
    return new ProfileOutput(
        messages,
        estimates.filesRead(sources, inputs.naming()),
        outputs.outputOrStdout(),
        outputs.opens());
  }
}
