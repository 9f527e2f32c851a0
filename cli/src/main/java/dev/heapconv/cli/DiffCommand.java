package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GateLimits;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Subtraction;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Compares two profiles, or two groups of the devices of fleets. */
final class DiffCommand extends ProfileCommand {

  /** What conditions of tables choose. */
  private static final Set<String> CONDITIONS =
      Set.of("--process", "--heap", "--sampling-interval");

  private static final String USUAL_LIMIT =
      "of the rows that changed, in text "
          + RowOptions.STACKS_OR_OTHERS
          + ", all in json; all rows in csv and tsv";

  /** Threads of two runs have nothing in common. */
  private final RowOptions rows =
      group(RowOptions.orOfFleets(USUAL_LIMIT).without(GroupBy.THREAD).without(GroupBy.LABEL));

  private final DeviceOptions devices = group(new DeviceOptions());
  private final GateOptions gate = group(new GateOptions());
  private final SeriesOptions sums = group(SeriesOptions.ofSums());

  DiffCommand(Terminal terminal) {
    super(terminal, new InputOptions(), new OutputOptions().ofProfiles());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Compare two profiles, or two groups of a fleet, and mark changes beyond noise.")
        .customSynopsis("heapconv diff BASE NEW [-o OUT] [OPTIONS]%n")
        .description(
            "BASE and NEW are two recordings, or two tables that 'heapconv fleet add' wrote, with"
                + " conditions to choose from them. Rows marked * changed by more than noise: that"
                + " of sampling in recordings, that between devices in tables.%n")
        .footer(
            "  heapconv diff before.pftrace after.pftrace              a table of functions",
            "  heapconv diff trace.pftrace#first trace.pftrace#last    two dumps of one",
            "  heapconv diff before.heap after.heap --by library -o diff.csv",
            "  heapconv diff before.pftrace after.pftrace -o diff.html    for a web browser",
            "  heapconv diff before.pftrace after.pftrace -o diff.pb.gz   for pprof",
            "  heapconv diff before.heap after.heap --fail-on 'space>5%%'    exit status 6",
            "  heapconv diff 'fleet?version_code=1201' 'fleet?version_code=1202'     devices");
  }

  @Override
  List<String> training() {
    return List.of(
        "diff RUN#first RUN#last",
        "diff RUN#first RUN#last -f json",
        "diff RUN#first RUN#last -f md",
        "diff RUN#first RUN#last -o DIR/out.html",
        "diff RUN#first RUN#last --fail-on space>5%");
  }

  @Override
  public Integer call() throws IOException {
    if (TableName.areTables(inputs.arguments(), terminal())) {
      return compareTables(inputs.arguments());
    }
    devices.refuse();
    AggregateOptions shown = rows.rows();
    if (inputs.arguments().size() < 2) {
      throw twoInputs();
    }
    InputReader reader = reader();
    if (reader.inputs().size() > 2) {
      throw twoInputs();
    }
    gate.check();
    Format format = outputs.formatOrText();
    checkOptions(format, shown);
    DumpSelector usual =
        hasRows(format) && shown.by() == GroupBy.DUMP ? DumpSelector.ALL : DumpSelector.LAST;
    ProfileOutput output = output(reader);
    List<EstimatedProfile> profiles = reader.loadEach(usual, sums);
    EstimatedProfile base = profiles.get(0);
    EstimatedProfile changed = profiles.get(1);
    List<View> views = new ArrayList<>(base.views());
    views.addAll(changed.views());
    WriteOptions options =
        new WriteOptions(Version.tool(), view(views, shown, format)).withThreads(inputs.threads());
    Asked asked = new Asked(new Subject(changed, base), question(shown, options));
    if (hasRows(format)) {
      ProfileOutput.requireOneDump(base, shown.by());
      ProfileOutput.requireOneDump(changed, shown.by());
    }
    GateVerdict verdict = hasRows(format) && gate.isGiven() ? asked.answer().verdict() : null;
    if (takesBoth(format)) {
      Output to = format.output(output.page(format, shown));
      output.write(
          changed, format, (profile, choices, out) -> to.write(asked, choices, out), options);
    } else {
      // Speedscope rejects negative weights, so growth and shrinkage become separate profiles.
      Subtraction difference = Subtraction.of(base, changed);
      output.write(
          format == Format.SPEEDSCOPE ? difference.growthAndShrink() : difference.profile(),
          format,
          options);
    }
    return report(verdict, format);
  }

  private UsageException twoInputs() {
    return new UsageException(
        "diff needs exactly two inputs, BASE and NEW; two dumps of one are TRACE#first TRACE#last"
            + inputs.takenByOption());
  }

  private int compareTables(List<String> tables) throws IOException {
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      refuseOfRecordings(option);
    }
    if (outputs.toFolder()) {
      throw new UsageException("a difference of tables is a single file; name a file");
    }
    Format format = outputs.formatOrText();
    if (!format.isTable() && format != Format.HTML) {
      throw new UsageException(
          "a difference of tables is text, csv, tsv, json, md or html, not " + format.id());
    }
    if (tables.size() != 2) {
      throw new UsageException(
          "diff needs exactly two tables, or one with two conditions, as in"
              + " 'TABLE?version_code=1201' 'TABLE?version_code=1202'");
    }
    if (inputs.isStrict() && !gate.isGiven()) {
      throw new UsageException("--strict needs --fail-on where tables are compared");
    }
    return new TableDifference(
            tables,
            devices,
            rows,
            outputs,
            messages,
            gate,
            inputs.isStrict(),
            estimates.confidence())
        .write(format);
  }

  /** Refuses what is about recordings: all that neither questions to tables nor the gate have. */
  private void refuseOfRecordings(OptionSpec option) {
    String name = option.longestName();
    List<String> commands = Subcommands.withOption(name, terminal());
    if (!commands.contains("fleet")
        && !Heading.GATE.name().equals(option.descriptionKey())
        && !name.equals("--strict")) {
      String next = "omit it";
      if (CONDITIONS.contains(name)) {
        next = "choose with 'TABLE?" + name.substring(2).replace('-', '_') + "=VALUE'";
      } else if (commands.contains("fleet add")) {
        next = "give it to 'heapconv fleet add', which reads the recordings";
      }
      throw new UsageException(name + " has no effect on tables of fleets; " + next);
    }
  }

  private Difference question(AggregateOptions shown, WriteOptions options) {
    return new Difference(
        shown,
        options.view(),
        gate.isGiven() ? new GateLimits(gate.limits(), gate.alpha(), inputs.isStrict()) : null);
  }

  /** The view to show: that of the first limit unless another is asked for; null for the usual. */
  private @Nullable View view(List<View> views, AggregateOptions shown, Format format) {
    View view = outputs.view(views);
    boolean isUsual = view == null && shown.sort() == null && takesBoth(format);
    for (GateVerdict.Limit limit : gate.limits()) {
      View limited = OutputOptions.view(limit.view(), views);
      view = view == null && isUsual ? limited : view;
    }
    return view;
  }

  private void checkOptions(Format format, AggregateOptions shown) {
    if (!format.isTable() && !gate.isGiven()) {
      rows.refuse("write text, csv, tsv, json or md instead of " + format.id());
    }
    if (takesBoth(format) && outputs.toFolder()) {
      throw new UsageException(
          "a difference in " + format.id() + " is a single file; name a file instead of a folder");
    }
    if (gate.isGiven() && estimates.areRaw()) {
      throw new UsageException(
          "--fail-on tells growth from the noise of sampling, which --raw numbers do not have;"
              + " omit --raw");
    }
    if (gate.isGiven() && shown.by() == GroupBy.DUMP) {
      throw new UsageException(
          "--fail-on cannot add up dumps; compare two with INPUT#first and INPUT#last");
    }
  }

  /** Whether a format has both sides of a difference; others only have their difference. */
  private static boolean takesBoth(Format format) {
    return format.output().takes(new Difference(AggregateOptions.DEFAULT, null, null));
  }

  /** Whether a table is needed: to be written, or to be judged. */
  private boolean hasRows(Format format) {
    return takesBoth(format) || gate.isGiven();
  }

  /** Says what the output does not, and returns the exit status. */
  private int report(@Nullable GateVerdict verdict, Format format) {
    if (format == Format.FOLDED) {
      messages.note("folded has base and new of one view, without intervals");
    } else if (!takesBoth(format)) {
      messages.note(format.id() + " has differences only; tables and html also have both sides");
    }
    return GateOptions.report(verdict, format == Format.TEXT && outputs.toStdout(), terminal());
  }
}
