package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Describes recordings. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description =
        "Show what recordings contain: device, processes, heaps, dumps with times and"
            + " totals, and warnings.",
    footer = {
      "%nExamples:",
      "  heapconv info trace.pftrace",
      "  heapconv info --json *.pftrace | jq -r '.inputs[].dumps[].process'",
    })
final class InfoCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions inputs;
  @Mixin private MessageOptions messages;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<InputSource> sources = inputs.sources(terminal);
    List<RecordedProfile> profiles = new ArrayList<>();
    try (ProgressLine progress =
        ProgressLine.start(messages.progress(terminal), terminal, sources)) {
      for (InputSource source : sources) {
        profiles.add(HeapConv.read(source, inputs.readOptions()));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      InfoJson.write(profiles, out);
    } else {
      InfoText.write(profiles, out);
    }
    out.flush();
    return ExitStatus.OK;
  }
}
