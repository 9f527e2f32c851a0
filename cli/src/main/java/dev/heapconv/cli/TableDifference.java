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

/** What {@code diff} asks two groups of devices, each a table or a part of one. */
final class TableDifference extends TableQuestion {

  /** Rows of fewer devices are added up. */
  static final int MIN_DEVICES = 10;

  private final GateOptions gate;
  private final boolean strict;
  private final double confidence;

  /**
   * @param strict whether growth of rows that could not be seen leaves the verdict open
   * @param confidence the level of intervals
   */
  TableDifference(
      List<String> tables,
      DeviceOptions devices,
      RowOptions rows,
      OutputOptions outputs,
      MessageOptions messages,
      GateOptions gate,
      boolean strict,
      double confidence) {
    super(tables, devices, rows, outputs, messages);
    this.gate = gate;
    this.strict = strict;
    this.confidence = confidence;
  }

  @Override
  FleetAnswer answer(DuckDbTables engine) throws IOException {
    TableSelection before = table(0, "a");
    TableSelection after = table(1, "b");
    List<TableSelection> sides = List.of(before, after);
    open(engine, sides);
    FleetQuestion question = question(view(engine, sides), MIN_DEVICES);
    SelectionCheck check = new SelectionCheck();
    for (TableSelection side : sides) {
      check.add(engine, question, side);
    }
    if (check.intervals().size() > 1) {
      throw HeapConvException.input(
          ErrorId.MIXED_INTERVALS, before.table(), check.intervals().toString());
    }
    if (before.isSameAs(after)) {
      messages.note(
          after.table() + ": warning: this table is named twice with the same conditions");
    }
    FleetComparison comparison =
        FleetComparison.of(engine, question, before, after, gate.alpha(), confidence);
    FleetAnswer answer = comparison.answer();
    if (!question.view().equals(View.SPACE.name())) {
      answer = answer.withNote("numbers are of " + question.view());
    }
    return gate.isGiven()
        ? answer.withVerdict(FleetGate.of(comparison, gate.limits(), strict))
        : answer;
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
