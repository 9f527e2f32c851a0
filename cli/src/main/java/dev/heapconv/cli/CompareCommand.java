package dev.heapconv.cli;

import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetComparison;
import dev.heapconv.fleet.FleetGate;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Compares two groups of recordings of a fleet. */
final class CompareCommand extends FleetQuestionCommand {

  private final GateOptions gate = group(new GateOptions(0.05));

  private final Argument<Boolean> strict =
      flag(
          Heading.GATE,
          "--strict",
          "Exit with status 7 if growth by LIMIT is too small to be seen.");

  CompareCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Compare two groups of a fleet, such as versions, by their devices.")
        .customSynopsis("heapconv compare BEFORE AFTER [-o OUT] [OPTIONS]")
        .description(
            "%nThe change of the mean over devices, with its interval. Rows marked * changed by"
                + " more than chance explains, all rows taken together. Each group is a table, or a"
                + " part of one.%n")
        .footer(
            "  heapconv compare 'table?version_code=1201' 'table?version_code=1202'",
            "  heapconv compare before/ after/ -o changes.html    for a web browser",
            "  heapconv compare before/ after/ --fail-on 'space>5%%'    exit status 6 or 7");
  }

  @Override
  void checkOptions() {
    if (tables().size() != 2) {
      throw new UsageException("compare needs exactly two tables, or one with two conditions");
    }
    strict.needs(gate.isGiven(), "--fail-on");
  }

  @Override
  FleetAnswer answer(DuckDbTables engine, TemporaryFolder folder) throws IOException {
    TableSelection before = TableSelection.parse(tables().get(0), "a");
    TableSelection after = TableSelection.parse(tables().get(1), "b");
    open(engine, before);
    open(engine, after);
    lock(engine, "a", "b");
    List<TableSelection> sides = List.of(before, after);
    FleetQuestion question = question(view(engine, sides), 10);
    SelectionCheck check = new SelectionCheck();
    for (TableSelection side : sides) {
      check.add(engine, question, side);
    }
    if (check.intervals().size() > 1) {
      throw HeapConvException.input(
          ErrorId.MIXED_INTERVALS, sides.get(0).table(), check.intervals().toString());
    }
    FleetComparison comparison = FleetComparison.of(engine, question, before, after, gate.alpha());
    FleetAnswer answer = comparison.answer();
    if (!question.view().equals(View.SPACE.name())) {
      answer = answer.withNote("numbers are of " + question.view());
    }
    return gate.isGiven()
        ? answer.withVerdict(FleetGate.of(comparison, gate.limits(), strict.isGiven()))
        : answer;
  }

  private static void open(DuckDbTables engine, TableSelection side) throws IOException {
    try {
      engine.open(side.side(), path(side));
    } catch (HeapConvException e) {
      throw e.at(side.table());
    }
  }

  /** The one that limits are about, which may therefore be left out. */
  private String view(SqlEngine engine, List<TableSelection> sides) throws IOException {
    List<String> limited = gate.limits().stream().map(GateVerdict.Limit::view).distinct().toList();
    String view = view(limited.isEmpty() ? null : limited.get(0), engine, sides);
    if (!limited.isEmpty() && !limited.equals(List.of(view))) {
      throw new UsageException("--fail-on can only be used with the view that is compared");
    }
    return view;
  }
}
