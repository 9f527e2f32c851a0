package dev.heapconv.cli;

import java.io.IOException;

/** A command that reads recordings and writes one profile or table. */
abstract class ProfileCommand extends Command {

  final InputOptions inputs;
  final OutputOptions outputs;
  final EstimateOptions estimates;
  final MessageOptions messages;

  ProfileCommand(Terminal terminal, InputOptions inputs, OutputOptions outputs) {
    super(terminal);
    // Help lists options of one heading in this order.
    this.inputs = group(inputs);
    this.outputs = group(outputs);
    estimates = group(new EstimateOptions());
    messages = group(new MessageOptions(terminal));
  }

  final InputReader reader() {
    return new InputReader(inputs, estimates, messages);
  }

  /** Where to write; checked before any work is done. */
  final ProfileOutput output(InputReader reader) throws IOException {
    return new ProfileOutput(
        messages,
        estimates.filesRead(reader.inputs(), inputs.naming()),
        outputs.outputOrStdout(),
        outputs.opens());
  }
}
