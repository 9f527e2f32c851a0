package dev.heapconv.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.heapconv.Format;
import dev.heapconv.fleet.AnswerWriter;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.FleetTable;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.View;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.AggregateOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Options of every command that asks tables of fleets. */
final class FleetQuestionOptions extends OptionGroup {

  private final Argument<List<String>> tables =
      parameters(
          PositionalParamSpec.builder()
              .paramLabel("TABLE")
              .arity("0..*")
              .description(
                  "A table that 'heapconv batch --table' wrote;"
                      + " 'TABLE?version_code=1201&date>=2026-11-17' for some of it."));

  private final Argument<List<String>> where =
      texts(
          Heading.SELECTION,
          "--where SQL",
          "Take what meets a condition on the columns of the table, such as \"version_code IN"
              + " (1201, 1202)\". May be repeated: one on recordings says whose devices are asked,"
              + " one on functions, libraries, processes and heaps which rows are shown.");

  private final LabelsOption labels = group(new LabelsOption(Heading.SELECTION));

  private final Argument<String> by =
      text(
          Heading.TABLE,
          "--by COLUMN,...",
          "Group rows by: function, library, process, heap, package, version_name, version_code,"
              + " build, date, device, labels.KEY (default: function).");

  private final ShownRowOptions rows = group(new ShownRowOptions());

  private final Argument<Integer> minDevices =
      value(
          Integer.class,
          Quantities::rows,
          option(
              Heading.TABLE,
              "--min-devices N",
              "Add up rows that fewer than N devices have, as 'other' (default: 10 where groups are"
                  + " compared, otherwise 0)."));

  private final OutputOptions outputs = group(new OutputOptions().ofTables(Format.HTML));

  /** What is asked of a view. */
  FleetQuestion question(String view, int usualMinDevices) {
    List<String> columns = List.of(by.valueOr("function").split(",", -1));
    return new FleetQuestion(
        columns, view, rows.isCumulative(), minDevices.valueOr(usualMinDevices));
  }

  /** The name of the selected view. */
  String view(String usual) {
    View view = outputs.view(List.of());
    return view == null ? usual : view.name();
  }

  AggregateOptions rows() {
    return rows.rows();
  }

  OutputOptions outputs() {
    return outputs;
  }

  /** The tables that the command line names, and what to take of all of them. */
  List<String> tables() {
    return tables.valueOr(List.of());
  }

  /**
   * Joins labels to open tables, which are all that is read from then on.
   *
   * @return what to know of the labels; empty without any
   */
  String lock(DuckDbTables engine, String... sides) throws IOException {
    FleetLabels known = labels.read(engine);
    String joined = known == FleetLabels.NONE ? "" : known.join(engine, List.of(sides));
    engine.lock();
    return joined;
  }

  /** A table as the engine knows it, after {@link TableSelection#parse}. */
  TableSelection restricted(TableSelection table, SqlEngine engine) throws IOException {
    TableSelection restricted = table;
    for (String condition : where.valueOr(List.of())) {
      restricted = FleetQuestion.where(restricted, condition, engine);
    }
    return restricted;
  }

  /** DuckDB with half of the memory of the machine or container, as far as the heap leaves it. */
  static DuckDbTables engine(Path temporary) throws IOException {
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
  ProfileOutput output(MessageOptions messages) throws IOException {
    String to = outputs.outputOrStdout();
    TouchedFiles read = new TouchedFiles();
    if (labels.file().isGiven()) {
      read.read(FileNames.path(labels.file().required()));
    }
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

  /**
   * Writes an answer.
   *
   * @param labels what {@link #lock} said
   */
  void write(FleetAnswer answer, String labels, Format format, ProfileOutput output)
      throws IOException {
    AnswerWriter writer =
        new AnswerWriter(
            labels.isEmpty() ? answer : answer.withNote(labels),
            String.join(" \u2192 ", tables()),
            Version.tool(),
            output.page(format, rows.rows()));
    output.write(format, out -> writer.write(format, out));
  }
}
