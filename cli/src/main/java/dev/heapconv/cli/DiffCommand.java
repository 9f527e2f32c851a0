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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Compares two profiles. */
final class DiffCommand extends ProfileCommand {

  private static final String USUAL_LIMIT =
      "of the rows that changed, in text 10 stacks or 20 other rows, 20 in md, all in json; all"
          + " rows in csv and tsv";

  /** Threads of two runs have nothing in common. */
  private final RowOptions rows =
      group(new RowOptions(USUAL_LIMIT).without(GroupBy.THREAD).without(GroupBy.LABEL));

  private final GateOptions gate = group(new GateOptions(GateOptions.ALPHA));
  private final SeriesOptions sums = group(SeriesOptions.ofSums());

  DiffCommand(Terminal terminal) {
    super(terminal, new InputOptions(), new OutputOptions().ofProfiles());
  }

  @Override
  void describe(UsageMessageSpec help) {
    help.header("Compare two profiles, and mark changes beyond the sampling noise.")
        .customSynopsis("heapconv diff BASE NEW [-o OUT] [OPTIONS]%n")
        .footer(
            "  heapconv diff before.pftrace after.pftrace              a table of functions",
            "  heapconv diff trace.pftrace#first trace.pftrace#last    two dumps of one",
            "  heapconv diff before.heap after.heap --by library -o diff.csv",
            "  heapconv diff before.pftrace after.pftrace -o diff.html    for a web browser",
            "  heapconv diff before.pftrace after.pftrace -o diff.pb.gz   for pprof",
            "  heapconv diff before.heap after.heap --fail-on 'space>5%%'    exit status 6");
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
    InputReader reader = reader();
    if (reader.inputs().size() != 2) {
      throw new UsageException(
          "diff needs exactly two inputs, BASE and NEW; two dumps of one are"
              + " TRACE#first TRACE#last");
    }
    Format format = outputs.formatOrText();
    AggregateOptions shown = rows.rows();
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
    GateVerdict verdict = hasRows(format) ? asked.answer().verdict() : null;
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
    gate.check();
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
