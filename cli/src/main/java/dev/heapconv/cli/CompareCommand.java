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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Compares two groups of recordings of a fleet. */
final class CompareCommand extends FleetQuestionCommand {

  /** Whether devices of both groups are known by their names. */
  enum Pairing {
    DEVICE,
    NONE
  }

  private final Argument<Pairing> pair =
      oneOf(
          Pairing.values(),
          Heading.SELECTION,
          "--pair KEY",
          "What is the same in both groups: ${COMPLETION-CANDIDATES}; none if all recordings are of"
              + " different devices (default: device).");

  private final Argument<Pattern> device =
      pattern(
          Heading.INPUT,
          "--device REGEX",
          "For folders of recordings: where the path of each names its device, the first group of"
              + " REGEX or all that matches.");

  private final GateOptions gate = group(new GateOptions(0.05));

  private final Argument<Boolean> strict =
      flag(Heading.GATE, "--strict", "Let nothing pass that could not be seen.");

  CompareCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Compare two groups of a fleet, such as versions, by their devices.")
        .customSynopsis("heapconv compare BEFORE AFTER [-o OUT] [OPTIONS]")
        .description(
            "%nThe change of the mean over devices, with its interval. Rows marked * changed by"
                + " more than chance explains, all rows taken together. Each group is a table, a"
                + " part of one, or a folder of recordings.%n")
        .footer(
            "  heapconv compare 'table?version_code=1201' 'table?version_code=1202'",
            "  heapconv compare before/ after/ --device 'device-(\\d+)' -o changes.csv",
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
    boolean paired = pair.valueOr(Pairing.DEVICE) == Pairing.DEVICE;
    TableSelection before = TableSelection.parse(tables().get(0), "a");
    TableSelection after = TableSelection.parse(tables().get(1), "b");
    open(engine, before, folder);
    open(engine, after, folder);
    lock(engine, "a", "b");
    List<TableSelection> sides = List.of(restricted(before, engine), restricted(after, engine));
    FleetQuestion question = question(view(engine, sides), 10);
    SelectionCheck check = new SelectionCheck();
    for (TableSelection side : sides) {
      check.add(engine, question, side, !paired);
    }
    if (check.intervals().size() > 1) {
      throw HeapConvException.input(
          ErrorId.MIXED_INTERVALS, sides.get(0).table(), check.intervals().toString());
    }
    FleetComparison comparison =
        FleetComparison.of(engine, question, sides.get(0), sides.get(1), paired, gate.alpha());
    engine.confirm();
    FleetAnswer answer = comparison.answer();
    if (!question.view().equals(View.SPACE.name())) {
      answer = answer.withNote("numbers are of " + question.view());
    }
    return gate.isGiven()
        ? answer.withVerdict(FleetGate.of(comparison, gate.limits(), strict.isGiven()))
        : answer;
  }

  /** Opens a table, or one of recordings that are converted now. */
  private void open(DuckDbTables engine, TableSelection side, TemporaryFolder folder)
      throws IOException {
    Path path = path(side);
    if (!isTable(path)) {
      Path made = Files.createDirectory(folder.path().resolve(side.side()));
      boolean callers = rows().cumulative();
      path = TemporaryTable.write(side.table(), made, device.value(), callers, messages);
    }
    try {
      engine.open(side.side(), path);
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
