package dev.heapconv.cli;

import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.TableSelection;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Says what the devices of a fleet hold. */
final class FleetCommand extends FleetQuestionCommand {

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
  void checkOptions() {
    if (tables().size() != 1) {
      throw new UsageException("name one table; 'heapconv compare' compares two");
    }
  }

  @Override
  FleetAnswer answer(DuckDbTables engine, TemporaryFolder folder) throws IOException {
    TableSelection table = TableSelection.parse(tables().get(0), "a");
    engine.open("a", path(table));
    lock(engine, "a");
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
        FleetFigures.of(engine, question, table, confidence.valueOr(0.95), rows().filter());
    return answer;
  }
}
