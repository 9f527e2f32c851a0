package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SqlEngine;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.View;
import dev.heapconv.table.TableOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Options of every command that asks tables of fleets. */
final class FleetQuestionOptions extends OptionGroup {

  /** As in all tables of text. */
  static final int SHOWN_ROWS = 20;

  private final Argument<List<String>> tables =
      parameters(
          PositionalParamSpec.builder()
              .paramLabel("TABLE")
              .arity("0..*")
              .description(
                  "A table that 'heapconv batch --table' wrote; 'TABLE?version_code=1201&date>="
                      + "2026-11-17' for some of it."));

  private final Argument<List<String>> where =
      texts(
          option(Heading.SELECTION, "--where")
              .paramLabel("SQL")
              .description(
                  "Take what meets a condition on the columns of the table, such as \"version_code"
                      + " IN (1201, 1202)\". May be repeated: one on recordings says whose devices"
                      + " are asked, one on functions, libraries, processes and heaps which rows"
                      + " are shown."));

  private final Argument<String> by =
      text(
          option(Heading.TABLE, "--by")
              .paramLabel("COLUMN,...")
              .description(
                  "Group rows by: function, library, process, heap, package, version_name,"
                      + " version_code, build, date, device, labels.KEY (default: function)."));

  private final Flag cumulative =
      flag(
          option(Heading.TABLE, "--cum")
              .description("Include what the callees of each function allocated."));

  private final Argument<Integer> limit =
      value(
          Integer.class,
          Quantities::rows,
          option(Heading.TABLE, "--limit", "-n")
              .paramLabel("N")
              .description(
                  "Show at most N rows, or all with 0 (default: 20 in text and md, otherwise"
                      + " all)."));

  private final Argument<Integer> minDevices =
      value(
          Integer.class,
          Quantities::rows,
          option(Heading.TABLE, "--min-devices")
              .paramLabel("N")
              .description(
                  "Add up rows that fewer than N devices have, as 'other' (default: 10 where"
                      + " groups are compared, otherwise 0)."));

  private final Argument<String> salt =
      text(
          option(Heading.TABLE, "--hash-devices")
              .paramLabel("SALT")
              .description("With --by device: show hashes of SALT and the names."));

  private final OutputOptions outputs = group(new OutputOptions().ofTables());

  /** What is asked of a view. */
  FleetQuestion question(String view, int usualMinDevices) {
    List<String> columns = List.of(by.valueOr("function").split(",", -1));
    int least = minDevices.valueOr(usualMinDevices);
    return new FleetQuestion(columns, view, cumulative.isSet(), least, salt.value());
  }

  /** The name of the selected view. */
  String view(String usual) {
    View view = outputs.view(List.of());
    return view == null ? usual : view.name();
  }

  boolean isCumulative() {
    return cumulative.isSet();
  }

  OutputOptions outputs() {
    return outputs;
  }

  /** The tables that the command line names, and what to take of all of them. */
  List<String> tables() {
    return tables.valueOr(List.of());
  }

  /** A table as the engine knows it, after {@link TableSelection#parse}. */
  TableSelection restricted(TableSelection table, SqlEngine engine) throws IOException {
    TableSelection restricted = table;
    for (String condition : where.valueOr(List.of())) {
      restricted = FleetQuestion.where(restricted, condition, engine);
    }
    return restricted;
  }

  static Path path(TableSelection table) {
    return FileNames.path(table.table());
  }

  /** Writes an answer to where the command line says. */
  void write(FleetAnswer answer, Format format, Terminal terminal) throws IOException {
    boolean forPeople = format == Format.TEXT || format == Format.MARKDOWN;
    int rows = limit.valueOr(forPeople ? SHOWN_ROWS : 0);
    AnswerWriter writer = new AnswerWriter(answer, rows == 0 ? Integer.MAX_VALUE : rows);
    String to = outputs.outputOrStdout();
    if (to.equals("-")) {
      writer.write(format, terminal.columns(), terminal.out());
    } else {
      TemporaryFiles.write(
          FileNames.path(to), false, out -> writer.write(format, TableOptions.DEFAULT_WIDTH, out));
    }
  }
}
