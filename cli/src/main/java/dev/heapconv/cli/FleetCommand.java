package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.TableSelection;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Says what the devices of a fleet hold. */
final class FleetCommand extends Command {

  private final Argument<List<String>> tables =
      parameters(
          PositionalParamSpec.builder()
              .paramLabel("TABLE")
              .description(
                  "A table that 'heapconv fleet add' wrote;"
                      + " 'TABLE?version_code=1201&date>=2026-11-17' for some of it."));

  private final DeviceOptions devices = group(new DeviceOptions());
  private final RowOptions rows = group(RowOptions.ofFleets());
  private final OutputOptions outputs = group(OutputOptions.ofTables(Format.HTML));
  private final MessageOptions messages = group(new MessageOptions(terminal()));

  private final Argument<Double> confidence = EstimateOptions.confidence(this);

  FleetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  Map<String, Command> subcommands() {
    return Map.of("add", new FleetAddCommand(terminal()));
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show what the devices of a fleet hold.")
        .customSynopsis(
            "heapconv fleet TABLE [-o OUT] [OPTIONS]",
            "       heapconv fleet add TABLE PATH... [OPTIONS]")
        .description(
            "%nShows how many devices have a function, and how much memory it holds on them: mean,"
                + " p50, p95 and p99 per device, with an interval for all devices like these.%n")
        .commandListHeading("%nCommands:%n")
        .footer(
            "  heapconv fleet add table/ traces/ --device 'device-([0-9]+)'",
            "  heapconv fleet table/",
            "  heapconv fleet table/ -o fleet.html           for a web browser",
            "  heapconv fleet 'table/?version_code=1201' --by library -o libraries.csv",
            "  heapconv fleet table/ --by version_code,function --min-devices 10");
  }

  @Override
  public Integer call() throws IOException {
    List<String> named = tables.valueOr(List.of());
    Format format = outputs.formatOrText();
    if (named.size() != 1) {
      throw new UsageException("name one table; 'heapconv diff' compares two");
    }
    return new FiguresQuestion(named).write(format);
  }

  /** What one table says. */
  private final class FiguresQuestion extends TableQuestion {

    FiguresQuestion(List<String> named) {
      super(named, devices, rows, outputs, FleetCommand.this.messages);
    }

    @Override
    FleetAnswer answer(DuckDbTables engine) throws IOException {
      TableSelection table = table(0, "a");
      open(engine, List.of(table));
      FleetQuestion question = question(view(null, engine, List.of(table)), 0);
      SelectionCheck check = new SelectionCheck();
      check.add(engine, question, table);
      if (check.intervals().size() > 1) {
        messages.note(
            table.table()
                + ": warning: recordings were sampled at different intervals, so that numbers of"
                + " devices and quantiles depend on both");
      }
      FleetAnswer answer =
          FleetFigures.of(
              engine,
              question,
              table,
              confidence.valueOr(EstimateOptions.CONFIDENCE),
              rows.ofColumns().filter());
      if (outputs.formatOrText() == Format.HTML) {
        FleetFigures.addHistograms(engine, answer, table);
      }
      return answer;
    }
  }
}
