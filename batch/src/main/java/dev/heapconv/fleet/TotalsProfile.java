package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.writer.pprof.PprofStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The totals of each stack as a pprof profile. */
final class TotalsProfile {

  private final FleetOptions options;
  private final FleetOutputs.Facts facts;
  private final PprofStream pprof;
  private final EstimateSums totals = EstimateSums.ofStacks();
  private final EstimateSums views = EstimateSums.ofOneStack(FleetPart.VIEWS);
  private @Nullable FleetRow last;
  private @Nullable String group;
  private PprofStream.@Nullable Labels labels;

  /**
   * @param file its name decides whether to compress
   */
  TotalsProfile(FleetOptions options, FleetOutputs.Facts facts, Path file, OutputStream out)
      throws IOException {
    this.options = options;
    this.facts = facts;
    boolean gzip = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    pprof = new PprofStream(facts.views(), facts.frames(), facts.confidence(), gzip, 1, out);
  }

  /** Rows arrive group by group, and those of a stack in several heaps one after another. */
  void add(FleetRow row) throws IOException {
    if (last != null && last.isOfSameStack(row)) {
      last.add(row);
      return;
    }
    write(last);
    last = row;
  }

  private void write(@Nullable FleetRow row) throws IOException {
    if (row == null) {
      return;
    }
    PprofStream.Labels labelled = labels;
    if (labelled == null || !row.group.name().equals(group)) {
      group = row.group.name();
      labelled = pprof.labels(labelsOf(group));
      labels = labelled;
      pprof.heap(options.groupBy().heap(group), facts.views());
    }
    row.sums.copyTo(views, 0, FleetPart.VIEWS);
    totals.add(0, views, 0, FleetPart.VIEWS);
    Estimate[] estimates = new Estimate[facts.views().size()];
    for (int i = 0; i < estimates.length; i++) {
      estimates[i] = views.estimate(View.ALL.indexOf(facts.views().get(i)));
    }
    pprof.sample(row.frames, estimates, labelled);
  }

  private List<Label> labelsOf(String name) {
    return options.groupBy() == FleetGrouping.NONE
        ? List.of()
        : List.of(new Label(options.groupBy().id(), name, 0, ""));
  }

  void finish() throws IOException {
    write(last);
    View defaultView = facts.views().contains(View.SPACE) ? View.SPACE : facts.views().get(0);
    pprof.finish(Set.of(), comments(), defaultView);
  }

  private List<String> comments() {
    List<String> comments = new ArrayList<>();
    comments.add(facts.tool());
    comments.add("sum of " + facts.recordings() + " recordings");
    for (View view : facts.views()) {
      int index = View.ALL.indexOf(view);
      // Rows of a stack in several groups are not adjacent: what its errors add up to is unknown.
      if (options.groupBy() == FleetGrouping.NONE && totals.hasInterval(index)) {
        comments.add(
            String.format(
                Locale.ROOT,
                "total %s: %.0f, interval %.0f to %.0f",
                view.name(),
                totals.value(index),
                totals.low(index),
                totals.high(index)));
      }
    }
    return comments;
  }
}
