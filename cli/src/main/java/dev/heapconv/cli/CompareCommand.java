package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetComparison;
import dev.heapconv.fleet.FleetGate;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.HumanNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Compares two groups of recordings of a fleet. */
final class CompareCommand extends Command {

  /** Whether devices of both groups are known by their names. */
  enum Pairing {
    DEVICE,
    NONE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Terminal terminal;
  private final FleetQuestionOptions questions = group(new FleetQuestionOptions());

  private final Argument<Pairing> pair =
      oneOf(
          Pairing.values(),
          option(Heading.SELECTION, "--pair")
              .paramLabel("KEY")
              .description(
                  "What is the same in both groups: ${COMPLETION-CANDIDATES}; none if all"
                      + " recordings are of different devices (default: device)."));

  private final Argument<String> device =
      text(
          option(Heading.INPUT, "--device")
              .paramLabel("REGEX")
              .description(
                  "For folders of recordings: where the path of each names its device, the first"
                      + " group of REGEX or all that matches."));

  private final Argument<List<GateVerdict.Limit>> limits =
      values(
          GateVerdict.Limit.class,
          new GrowthLimits(),
          option(Heading.GATE, "--fail-on")
              .paramLabel("VIEW>LIMIT")
              .description(
                  "Exit with status 6 if the mean of a row or of the total grew by more than LIMIT"
                      + " and by more than chance: space>5%%, total:space>1%%. May be repeated."
                      + " Status 7 if there are too few devices to tell."));

  private final Argument<Double> alpha =
      value(
          Double.class,
          option(Heading.GATE, "--alpha")
              .paramLabel("ALPHA")
              .description("How often fleets that did not change may seem to (default: 0.05)."));

  private final MessageOptions messages = group(new MessageOptions());

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Compare two groups of a fleet, such as versions, by their devices.")
        .customSynopsis("heapconv compare BEFORE AFTER [-o OUT] [OPTIONS]")
        .description(
            "%nThe change of the mean over devices, with its interval. Rows marked * changed by"
                + " more than chance explains, all rows taken together. Each group is a table, a"
                + " part of one, or a folder of recordings.%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv compare 'table?version_code=1201' 'table?version_code=1202'",
            "  heapconv compare before/ after/ --device 'device-(\\d+)' -o changes.csv",
            "  heapconv compare before/ after/ --fail-on 'space>5%%'    exit status 6 or 7");
  }

  @Override
  public Integer call() throws IOException {
    Format format = questions.outputs().tableFormat("compare");
    if (questions.tables().size() != 2) {
      throw new UsageException("compare needs exactly two tables, or one with two conditions");
    }
    double level = alpha.valueOr(0.05);
    if (!(level > 0 && level < 1)) {
      throw new UsageException("--alpha must lie between 0 and 1");
    }
    try (TemporaryFolder first = TemporaryFolder.create();
        TemporaryFolder second = TemporaryFolder.create();
        DuckDbTables engine = new DuckDbTables(first.path())) {
      FleetQuestion question = questions.question(view(), 10);
      boolean paired = pair.valueOr(Pairing.DEVICE) == Pairing.DEVICE;
      SelectionCheck check = new SelectionCheck();
      List<TableSelection> sides = new ArrayList<>();
      for (String side : List.of("a", "b")) {
        TableSelection table = TableSelection.parse(questions.tables().get(sides.size()), side);
        open(engine, table, sides.isEmpty() ? first : second);
        sides.add(questions.restricted(table, engine));
      }
      for (TableSelection side : sides) {
        check.add(engine, question, side, !paired);
      }
      if (check.intervals().size() > 1) {
        throw HeapConvException.input(
            ErrorId.MIXED_INTERVALS, sides.get(0).table(), check.intervals().toString());
      }
      FleetComparison comparison =
          FleetComparison.of(engine, question, sides.get(0), sides.get(1), paired, level);
      questions.write(comparison.answer(), format, terminal);
      return limits.isGiven() ? judge(FleetGate.of(comparison, limits.required())) : ExitStatus.OK;
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }

  /** Opens a table, or one of recordings that are converted now. */
  private void open(DuckDbTables engine, TableSelection side, TemporaryFolder folder)
      throws IOException {
    Path path = FleetQuestionOptions.path(side);
    if (!Files.isDirectory(path.resolve(FleetTable.RECORDINGS.folder()))) {
      boolean callers = questions.isCumulative();
      path =
          TemporaryTable.write(
              side.table(), folder, Patterns.of(device), callers, messages, terminal);
    }
    try {
      engine.open(side.side(), path);
    } catch (HeapConvException e) {
      throw e.at(side.table());
    }
  }

  /** The one that limits are about, which may therefore be left out. */
  private String view() {
    List<String> limited =
        limits.valueOr(List.of()).stream().map(GateVerdict.Limit::view).distinct().toList();
    String view = questions.view(limited.isEmpty() ? "space" : limited.get(0));
    if (!limited.isEmpty() && !limited.equals(List.of(view))) {
      throw new UsageException("--fail-on can only be used with the view that is compared");
    }
    return view;
  }

  private int judge(GateVerdict verdict) {
    if (verdict.outcome() != GateVerdict.Outcome.PASS || !messages.quiet()) {
      terminal.message("heapconv: " + verdict.outcome());
    }
    for (String doubt : verdict.doubts()) {
      terminal.message("  " + doubt);
    }
    for (GateVerdict.Failure failure : verdict.failures()) {
      double base = failure.base();
      double changed = failure.changed();
      terminal.message(
          String.format(
              Locale.ROOT,
              "  %s: %s grew from %s to %s a device (q = %.2g)",
              failure.limit().text(),
              failure.name().isEmpty() ? "the total" : failure.name(),
              HumanNumbers.value(base, base, base, failure.isBytes()),
              HumanNumbers.value(changed, changed, changed, failure.isBytes()),
              failure.p()));
    }
    return switch (verdict.outcome()) {
      case PASS -> ExitStatus.OK;
      case FAIL -> ExitStatus.GROWN;
      case INCONCLUSIVE -> ExitStatus.INCONCLUSIVE;
    };
  }
}
