package dev.heapconv.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.heapconv.Format;
import dev.heapconv.fleet.AnswerWriter;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command that asks tables of fleets. */
abstract class FleetQuestionCommand extends Command {

  private final Argument<List<String>> tables =
      parameters(
          PositionalParamSpec.builder()
              .paramLabel("TABLE")
              .description(
                  "A table that 'heapconv fleet add' wrote;"
                      + " 'TABLE?version_code=1201&date>=2026-11-17' for some of it."));

  private final LabelsOption labels = group(new LabelsOption(Heading.SELECTION));

  private final Argument<String> by =
      text(
          Heading.TABLE,
          "--by COLUMN,...",
          "Group rows by: function, library, process, heap, package, version_name, version_code,"
              + " build, date, device, labels.KEY (default: function).");

  private final RowOptions rows = group(RowOptions.ofFleets());

  private final Argument<Integer> minDevices =
      value(
          Quantities::count,
          Heading.TABLE,
          "--min-devices N",
          "Add up rows that fewer than N devices have, as 'other' (default: 10 where groups are"
              + " compared, otherwise 0).");

  final OutputOptions outputs = group(OutputOptions.ofTables(Format.HTML));
  final MessageOptions messages = group(new MessageOptions(terminal()));

  /** What to know of the labels. */
  private String aboutLabels = "";

  FleetQuestionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public final Integer call() throws IOException {
    Format format = outputs.formatOrText();
    checkOptions();
    try (TemporaryFolder folder = TemporaryFolder.create(tables().get(0));
        DuckDbTables engine = engine(folder.path())) {
      ProfileOutput output = output();
      FleetAnswer answer = answer(engine, folder);
      AnswerWriter writer =
          new AnswerWriter(
              aboutLabels.isEmpty() ? answer : answer.withNote(aboutLabels),
              String.join(" \u2192 ", tables()),
              Version.tool(),
              output.page(format, rows()));
      output.write(format, out -> writer.write(format, out));
      boolean isInOutput = format == Format.TEXT && outputs.toStdout();
      return GateOptions.report(answer.answer().verdict(), isInOutput, terminal());
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }

  /** Refuses what makes no sense, before any table is opened. */
  abstract void checkOptions();

  /**
   * Asks.
   *
   * @param engine which has no tables yet
   * @param folder for what is needed meanwhile
   */
  abstract FleetAnswer answer(DuckDbTables engine, TemporaryFolder folder) throws IOException;

  /** What is asked of a view. */
  final FleetQuestion question(String view, int usualMinDevices) {
    List<String> columns = List.of(by.valueOr("function").split(",", -1));
    return new FleetQuestion(
        columns, view, rows.isCumulative(), minDevices.valueOr(usualMinDevices));
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

  final AggregateOptions rows() {
    return rows.rows();
  }

  /** The tables that the command line names, and what to take of all of them. */
  final List<String> tables() {
    return tables.valueOr(List.of());
  }

  /** Joins labels to open tables, which are all that is read from then on. */
  final void lock(DuckDbTables engine, String... sides) throws IOException {
    FleetLabels known = labels.read(engine);
    if (known != FleetLabels.NONE) {
      aboutLabels = known.join(engine, List.of(sides));
    }
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
    return Files.isDirectory(folder.resolve(FleetTable.RECORDINGS.folder()));
  }

  static Path path(TableSelection table) {
    return FileNames.path(table.table());
  }

  /** Where the command line says that an answer goes: not over a file of what is asked. */
  private ProfileOutput output() throws IOException {
    String to = outputs.outputOrStdout();
    TouchedFiles read = new TouchedFiles();
    labels.addTo(read);
    for (String table : tables()) {
      Path path = path(TableSelection.parse(table, "a"));
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
