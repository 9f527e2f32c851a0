package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.io.Json;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.show.JsonRenderer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;
import tools.jackson.core.JsonGenerator;

/** Describes recordings. */
final class InfoCommand extends Command {

  private final InputOptions inputs = group(new InputOptions());
  private final EstimateOptions estimates = group(new EstimateOptions().withoutStacks());
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  private final OutputOptions outputs = group(OutputOptions.ofFormats(Format.TEXT, Format.JSON));

  InfoCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show what recordings contain.")
        .customSynopsis("heapconv info INPUT... [-o OUT] [OPTIONS]")
        .description(
            "%nShows the device, processes, heaps, dumps with times and totals, and warnings; the"
                + " members of archives; and the binaries that lack names, with the symbols that"
                + " fit.%n")
        .footer(
            "  heapconv info trace.pftrace",
            "  heapconv info trace.pftrace --symbols out/symbols    what these can name",
            "  heapconv info --json *.pftrace | jq -r '.inputs[].dumps[].process'");
  }

  @Override
  List<String> training() {
    return List.of("info RUN", "info --json RUN");
  }

  @Override
  public Integer call() throws IOException {
    Format format = outputs.formatOrText();
    InputReader reader = new InputReader(inputs, estimates, messages);
    reader.noteRepeated();
    ProfileOutput output =
        new ProfileOutput(
            messages,
            estimates.filesRead(reader.inputs(), inputs.naming()),
            outputs.outputOrStdout(),
            false);
    List<ArchiveListing> archives = new ArrayList<>();
    List<RecordingInfo> recordings = new ArrayList<>();
    NamingOptions naming = inputs.naming();
    Unskewing unskewing = reader.unskewing();
    try (ProgressLine progress = reader.progress()) {
      for (NamedInput input : reader.inputs()) {
        ArchiveListing archive = ArchiveListing.of(input.source(), inputs.readOptions().limits());
        if (archive != null) {
          archives.add(archive);
        }
        for (RecordedProfile recorded : reader.readAsRecorded(input)) {
          RecordedProfile named = naming.withoutSymbols(recorded);
          recordings.add(
              new RecordingInfo(
                  named.withComment(unskewing.sizeKnowledge(named)),
                  naming.describe(recorded),
                  naming.describeSizes(recorded)));
        }
      }
    }
    if (archives.isEmpty() && recordings.isEmpty()) {
      return reader.status();
    }
    output.print(
        format,
        out -> {
          if (format == Format.JSON) {
            JsonRenderer.print(out, true, json -> writeJson(archives, recordings, json));
          } else {
            out.print(text(archives, recordings));
          }
        });
    return reader.status();
  }

  private String text(List<ArchiveListing> archives, List<RecordingInfo> recordings) {
    boolean onTerminal = outputs.toStdout() && terminal().outIsTerminal();
    int width = onTerminal ? terminal().columns() : Integer.MAX_VALUE;
    List<List<String>> all = new ArrayList<>();
    archives.forEach(archive -> all.add(archive.lines()));
    recordings.forEach(recording -> all.add(recording.lines(width)));
    StringBuilder text = new StringBuilder();
    for (List<String> lines : all) {
      text.append(text.isEmpty() ? "" : "\n");
      for (String line : lines) {
        TerminalText.appendWrapped(text, TerminalText.printable(line), width);
      }
    }
    return text.toString();
  }

  private static void writeJson(
      List<ArchiveListing> archives, List<RecordingInfo> recordings, JsonGenerator json) {
    Json.array(json, "inputs", recordings, recording -> recording.write(json));
    Json.array(json, "archives", archives, archive -> archive.write(json));
  }
}
