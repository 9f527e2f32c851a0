package dev.heapconv.cli;

import dev.heapconv.model.RecordedProfile;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.symbols.ModuleSymbols;
import dev.heapconv.transform.Unskewing;
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
            + " totals, and warnings; what the members of archives are; and which binaries lack"
            + " names, with the symbols that fit.",
    footer = {
      "%nExamples:",
      "  heapconv info trace.pftrace",
      "  heapconv info trace.pftrace --symbols out/symbols    what these can name",
      "  heapconv info --json *.pftrace | jq -r '.inputs[].dumps[].process'",
    })
final class InfoCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions inputs;
  @Mixin private EstimateOptions estimates;
  @Mixin private MessageOptions messages;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    estimates.refuseChoice("info");
    InputReader reader = new InputReader(inputs, messages, terminal);
    List<NamedInput> sources = reader.inputs();
    List<ArchiveListing> archives = new ArrayList<>();
    List<RecordedProfile> profiles = new ArrayList<>();
    List<List<ModuleSymbols>> unnamed = new ArrayList<>();
    Unskewing unskewing = reader.unskewing(estimates);
    try (ProgressLine progress = reader.progress(sources)) {
      for (NamedInput input : sources) {
        ArchiveListing archive = ArchiveListing.of(input.source(), inputs.readOptions().limits());
        if (archive != null) {
          archives.add(archive);
        }
        for (RecordedProfile profile : reader.readAsRecorded(input, DumpSelector.LAST)) {
          unnamed.add(inputs.naming().describe(profile));
          profiles.add(
              inputs.naming().withJavaNames(profile).withComment(unskewing.sizeKnowledge(profile)));
        }
      }
    }
    if (archives.isEmpty() && profiles.isEmpty()) {
      return reader.status();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      InfoJson.write(archives, profiles, unnamed, out);
    } else {
      InfoText.write(archives, profiles, unnamed, out);
    }
    out.flush();
    return reader.status();
  }
}
