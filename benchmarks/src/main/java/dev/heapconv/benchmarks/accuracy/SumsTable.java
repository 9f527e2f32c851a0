package dev.heapconv.benchmarks.accuracy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How well totals of many stacks are estimated: of mixed heaps, and of heaps of one family. */
final class SumsTable {

  private static final Long[] INTERVALS = {4096L, 32768L, 262144L};

  private static final int SMALL = 400;
  private static final int LARGE = 6000;
  private static final int SMALL_HEAPS = 60;
  private static final int LARGE_HEAPS = 20;
  private static final int HEAPS_OF_FAMILY = 4;

  /** Sites that the stacks of a family are drawn from. */
  private static final int SITES = 150;

  private static final double MAX_ALLOCATIONS = 1e6;

  private final Settings settings;
  private final Report report;
  private final List<Family> families = new ArrayList<>();

  SumsTable(Settings settings, Report report) {
    this.settings = settings;
    this.report = report;
    for (Family family : TuningFamilies.ALL) {
      if (settings.families().matcher(family.label()).find()) {
        families.add(family);
      }
    }
  }

  void print() throws IOException {
    report.table(
        "sums",
        "Totals of heaps of set A: covered, of the recorded stacks alone (seen), estimate/truth",
        3,
        "T|heaps of|view|heaps|covered|cov. seen|est/true|hi/lo");
    for (long interval : settings.intervals(INTERVALS)) {
      Draws draws = settings.draws("sums", interval);
      List<List<Site>> sites = new ArrayList<>();
      for (Family family : families) {
        List<Site> of = new ArrayList<>();
        for (int i = 0; i < SITES; i++) {
          of.add(family.site(interval, draws));
        }
        sites.add(of);
      }
      Map<String, TotalsTally[]> lines = new LinkedHashMap<>();
      for (int heap = 0; heap < SMALL_HEAPS; heap++) {
        measure(interval, SMALL, sites, draws, lines(lines, SMALL + " mixed"));
      }
      for (int heap = 0; heap < LARGE_HEAPS; heap++) {
        measure(interval, LARGE, sites, draws, lines(lines, LARGE + " mixed"));
      }
      lines(lines, SMALL + " of a kind");
      for (int f = 0; f < families.size(); f++) {
        for (int heap = 0; heap < HEAPS_OF_FAMILY; heap++) {
          TotalsTally[] line = lines(lines, SMALL + " " + families.get(f).label());
          measure(interval, SMALL, List.of(sites.get(f)), draws, line);
        }
        TotalsTally[] all = lines(lines, SMALL + " of a kind");
        for (int view = 0; view < all.length; view++) {
          all[view].add(lines(lines, SMALL + " " + families.get(f).label())[view]);
        }
      }
      lines.forEach((heaps, line) -> rows(interval, heaps, line));
    }
  }

  private static TotalsTally[] lines(Map<String, TotalsTally[]> lines, String heaps) {
    return lines.computeIfAbsent(
        heaps,
        key ->
            new TotalsTally[] {
              new TotalsTally(), new TotalsTally(), new TotalsTally(), new TotalsTally()
            });
  }

  /** One heap, in which every family has a share of its own. */
  private void measure(
      long interval, int stacks, List<List<Site>> sites, Draws draws, TotalsTally[] line)
      throws IOException {
    int[] kinds = new int[sites.size()];
    double[] weights = new double[sites.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = i;
      weights[i] = draws.exponential() * (sites.size() > 1 ? families.get(i).share() : 1);
    }
    long[] shares = new SizeMix(kinds, weights).draw(stacks, draws);
    SimulatedHeap heap = new SimulatedHeap(interval);
    HeapprofdSampler sampler = new HeapprofdSampler(interval);
    for (int kind = 0; kind < kinds.length; kind++) {
      for (int i = 0; i < shares[kind]; i++) {
        Site site = sites.get(kind).get(draws.below(SITES));
        SimulatedStack stack = site.run(Math.round(draws.logUniform(10, MAX_ALLOCATIONS)), draws);
        heap.add(
            "sums", List.of("leaf_" + kind + "_" + i), stack.truth(), sampler.record(stack, draws));
      }
    }
    Range[] totals =
        Outputs.totals(Outputs.estimate(Outputs.read("sums", heap.trace()), Settings.LEVEL));
    for (int view = 0; view < totals.length; view++) {
      line[view].add(totals[view], heap.total().get(view), heap.seen().get(view));
    }
  }

  private void rows(long interval, String heaps, TotalsTally[] line) {
    boolean isDetail = !heaps.endsWith("mixed") && !heaps.endsWith("kind");
    for (int view = 0; view < line.length; view++) {
      Object[] row = {
        "" + interval,
        heaps,
        ViewTotals.VIEWS.get(view).name(),
        line[view].totals(),
        line[view].covered(),
        line[view].coveredSeen(),
        line[view].ratio(),
        line[view].width()
      };
      if (isDetail) {
        report.detail(row);
      } else {
        report.row(row);
      }
    }
  }
}
