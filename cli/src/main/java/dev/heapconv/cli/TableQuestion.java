package dev.heapconv.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.heapconv.Format;
import dev.heapconv.fleet.AnswerWriter;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetFolder;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command line asks one or two tables of fleets. */
abstract class TableQuestion {

  private final List<String> tables;
  private final DeviceOptions devices;
  private final RowOptions rows;
  private final OutputOptions outputs;
  final MessageOptions messages;

  /** What to know of the labels. */
  private String aboutLabels = "";

  /**
   * @param tables their folders, with what to take of them
   */
  TableQuestion(
      List<String> tables,
      DeviceOptions devices,
      RowOptions rows,
      OutputOptions outputs,
      MessageOptions messages) {
    this.tables = tables;
    this.devices = devices;
    this.rows = rows;
    this.outputs = outputs;
    this.messages = messages;
  }

  /** Writes the answer, and returns the exit status. */
  final int write(Format format) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create(tables.get(0));
        DuckDbTables engine = engine(folder.path())) {
      ProfileOutput output = output();
      FleetAnswer answer = answer(engine);
      AnswerWriter writer =
          new AnswerWriter(
              aboutLabels.isEmpty() ? answer : answer.withNote(aboutLabels),
              String.join(" \u2192 ", tables),
              Version.tool(),
              output.page(format, rows.ofColumns()));
      output.write(format, out -> writer.write(format, out));
      boolean isInOutput = format == Format.TEXT && outputs.toStdout();
      return GateOptions.report(answer.answer().verdict(), isInOutput, messages.terminal());
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }

  /**
   * Asks.
   *
   * @param engine which has no tables yet
   */
  abstract FleetAnswer answer(DuckDbTables engine) throws IOException;

  /** A table with what to take of it. */
  final TableSelection table(int index, String side) {
    return TableSelection.parse(tables.get(index), side);
  }

  /** What is asked of a view. */
  final FleetQuestion question(String view, int usualMinDevices) {
    return new FleetQuestion(
        rows.groupColumns(), view, rows.isCumulative(), devices.minDevices(usualMinDevices));
  }

  /**
   * The name of the selected view, or else of the usual one of those that all selections have.
   *
   * @param usual null for what is usual for a profile with these views
   */
  final String view(@Nullable String usual, SqlEngine engine, List<TableSelection> selections)
      throws IOException {
    View view = outputs.view(List.of());
    if (view != null) {
      return view.name();
    }
    if (usual != null) {
      return usual;
    }
    List<View> views = SelectionCheck.views(engine, selections);
    return (views.isEmpty() ? View.SPACE : View.preferred(views)).name();
  }

  /** Opens tables, and joins labels to them, which are all that is read from then on. */
  final void open(DuckDbTables engine, List<TableSelection> selections) throws IOException {
    for (TableSelection each : selections) {
      try {
        engine.open(each.side(), FileNames.path(each.table()));
      } catch (HeapConvException e) {
        throw e.at(each.table());
      }
    }
    aboutLabels = devices.join(engine, selections.stream().map(TableSelection::side).toList());
    engine.lock();
  }

  /** DuckDB with half of the memory of the machine or container, as far as the heap leaves it. */
  private static DuckDbTables engine(Path temporary) throws IOException {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long memory = machine.getTotalMemorySize() / 2 - Runtime.getRuntime().maxMemory();
    return DuckDbTables.withMemory(temporary, memory);
  }

  /** Whether a folder is a table, not one of recordings. */
  static boolean isTable(Path folder) {
    return FleetFolder.isTable(folder);
  }

  /** Where the command line says that an answer goes: not over a file of what is asked. */
  private ProfileOutput output() throws IOException {
    String to = outputs.outputOrStdout();
    TouchedFiles read = new TouchedFiles();
    devices.addTo(read);
    for (String table : tables) {
      Path path = FileNames.path(TableSelection.parse(table, "a").table());
      for (FleetTable part : FleetTable.values()) {
        Path asked = isTable(path) ? path.resolve(part.folder()) : path;
        if (TouchedFiles.place(FileNames.path(to)).startsWith(TouchedFiles.place(asked))) {
          read.read(FileNames.path(to));
        }
      }
    }
    return new ProfileOutput(messages, read, to, outputs.opens());
  }
}
