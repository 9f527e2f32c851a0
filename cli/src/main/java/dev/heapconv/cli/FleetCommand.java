package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetAnswer;
import dev.heapconv.fleet.FleetFigures;
import dev.heapconv.fleet.FleetQuestion;
import dev.heapconv.fleet.SelectionCheck;
import dev.heapconv.fleet.TableSelection;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Says what the devices of a fleet hold. */
final class FleetCommand extends Command {

  private final FleetQuestionOptions questions = group(new FleetQuestionOptions());

  private final Argument<Double> confidence =
      value(
          Double.class,
          option(Heading.NUMBERS, "--confidence LEVEL", "Level of the intervals (default: 0.95)."));

  private final MessageOptions messages = group(new MessageOptions(terminal()));

  FleetCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Show what the devices of a fleet hold, from the table of a batch.")
        .customSynopsis("heapconv fleet TABLE [-o OUT] [OPTIONS]")
        .description(
            "%nHow many of the devices have a function, what they hold of it in the mean, with an"
                + " interval for all devices like these, and what half, 95 and 99 %% of them do not"
                + " exceed.%n")
        .footerHeading("%nExamples:%n")
        .footer(
            "  heapconv fleet table/",
            "  heapconv fleet table/ -o fleet.html           for a web browser",
            "  heapconv fleet 'table/?version_code=1201' --by library -o libraries.csv",
            "  heapconv fleet table/ --by version_code,function --min-devices 10");
  }

  @Override
  public Integer call() throws IOException {
    Format format = questions.outputs().tableFormat("fleet");
    if (questions.tables().size() != 1) {
      throw new UsageException("name one table; 'heapconv compare' compares two");
    }
    double level = confidence.valueOr(0.95);
    if (!(level > 0 && level < 1)) {
      throw new UsageException("--confidence must lie between 0 and 1");
    }
    try (TemporaryFolder folder = TemporaryFolder.create();
        DuckDbTables engine = FleetQuestionOptions.engine(folder.path())) {
      FleetQuestion question = questions.question(questions.view("space"), 0);
      TableSelection table = TableSelection.parse(questions.tables().get(0), "a");
      ProfileOutput output = questions.output(messages);
      engine.open("a", FleetQuestionOptions.path(table));
      String labels = questions.lock(engine, "a");
      TableSelection asked = questions.restricted(table, engine);
      SelectionCheck check = new SelectionCheck();
      check.add(engine, question, asked, true);
      if (check.intervals().size() > 1 && !messages.quiet()) {
        terminal()
            .message(
                "heapconv: "
                    + asked.table()
                    + ": warning: recordings were sampled at different intervals, so that numbers"
                    + " of devices and quantiles depend on both");
      }
      Pattern filter = questions.rows().filter();
      FleetAnswer answer = FleetFigures.of(engine, question, asked, level, filter);
      engine.confirm();
      questions.write(answer, labels, format, output);
      return ExitStatus.OK;
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }
}
