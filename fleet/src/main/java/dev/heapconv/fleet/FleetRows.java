package dev.heapconv.fleet;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.query.GroupSums;
import dev.heapconv.query.Groups;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.query.StackSums;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a recording, with a value for each column of its {@link FleetTable}.
 *
 * @param error null if it did not fail
 */
record FleetRows(
    LocalDate date,
    List<List<@Nullable Object>> functions,
    List<@Nullable Object> recording,
    @Nullable List<Object> error) {

  private static final int VIEWS = FleetTable.VIEWS.size();

  /** Significant binary digits of counts, which are exact up to 2048. */
  private static final int COUNT_BITS = 11;

  private static final int ERROR_BITS = 8;

  /** The heaps of a recording that are one to the table, which knows no pids. */
  private record TableHeap(HeapId id, String packageVersion) {
    static TableHeap of(HeapInfo info) {
      return new TableHeap(info.id().inAnyRun(), info.id().process().packageVersion());
    }
  }

  /**
   * Makes the rows of a result; null if it has none: that of an archive, or of what is no recording
   * in an archive.
   *
   * @param rows which functions are shown: those that only call others, too, if cumulative
   */
  static @Nullable FleetRows of(ReadResult result, FleetOrigins origins, AggregateOptions rows) {
    if (result instanceof ReadResult.Archive
        || (result instanceof ReadResult.Failure no && !no.isEmpty() && no.isBesideRecordings())) {
      return null;
    }
    FleetOrigin origin = origins.of(result.facts());
    if (result instanceof ReadResult.Recording recording) {
      EstimatedProfile profile = recording.profile();
      List<EstimatedHeap> heaps = profile.latestDumps();
      return new FleetRows(
          origin.date(),
          functions(profile, heaps, origin, rows),
          recording(result.facts(), origin, "ok", profile, heaps),
          null);
    }
    ReadResult.Failure failure = (ReadResult.Failure) result;
    boolean empty = failure.isEmpty();
    String status = empty ? "empty" : "failed";
    List<Object> error =
        List.of(origin.recording(), origin.device(), failure.error().wireName(), failure.message());
    return new FleetRows(
        origin.date(),
        List.of(),
        recording(result.facts(), origin, status, null, List.of()),
        empty ? null : error);
  }

  private static List<@Nullable Object> recording(
      ReadResult.Facts facts,
      FleetOrigin origin,
      String status,
      @Nullable EstimatedProfile profile,
      List<EstimatedHeap> heaps) {
    List<@Nullable Object> row = new ArrayList<>();
    row.addAll(origin.columns(only(heaps, heap -> heap.id().process().packageVersion()), profile));
    row.add(interval(heaps));
    row.add(origin.weight());
    row.add(status);
    row.add(facts.size() < 0 ? null : facts.size());
    row.add(facts.sha256());
    long nanos = heaps.stream().mapToLong(heap -> heap.info().dump().timeNanos()).max().orElse(0);
    row.add(nanos == 0 ? null : time(nanos));
    for (View view : FleetTable.VIEWS) {
      Double total = null;
      for (EstimatedHeap heap : heaps) {
        Column column = heap.column(view);
        if (column != null) {
          total = (total == null ? 0 : total) + column.total();
        }
      }
      row.add(total);
    }
    List<ProcessShare> processes = ProcessShare.of(heaps);
    addMemory(processes.size() == 1 ? processes.get(0) : null, row);
    return row;
  }

  private static void addMemory(@Nullable ProcessShare process, List<@Nullable Object> row) {
    Facts facts = process == null ? Facts.NONE : process.facts();
    double explained = process == null ? Double.NaN : process.explained();
    Fact part = facts.part();
    row.add(facts.values().get(Fact.RSS));
    row.add(Double.isNaN(explained) ? null : explained);
    row.add(part == null || Double.isNaN(explained) ? null : part.id());
  }

  private static LocalDateTime time(long nanos) {
    int rest = (int) Math.floorMod(nanos, 1_000_000_000L);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), rest / 1000 * 1000, ZoneOffset.UTC);
  }

  /** What all heaps have; null if they differ. */
  private static <T> @Nullable T only(List<EstimatedHeap> heaps, Function<HeapInfo, T> property) {
    List<T> different =
        heaps.stream().map(EstimatedHeap::info).map(property).distinct().limit(2).toList();
    return different.size() == 1 ? different.get(0) : null;
  }

  private static @Nullable Long interval(List<EstimatedHeap> heaps) {
    Long interval = only(heaps, HeapInfo::samplingInterval);
    return interval == null || interval == 0 ? null : interval;
  }

  private static List<List<@Nullable Object>> functions(
      EstimatedProfile profile,
      List<EstimatedHeap> heaps,
      FleetOrigin origin,
      AggregateOptions options) {
    Groups groups = Groups.of(options, false, heaps);
    groups.over(profile.stacks());
    double sigmas =
        NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + profile.confidence()) / 2);
    Map<TableHeap, List<EstimatedHeap>> same = new LinkedHashMap<>();
    for (EstimatedHeap heap : heaps) {
      same.computeIfAbsent(TableHeap.of(heap.info()), unused -> new ArrayList<>()).add(heap);
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    same.forEach(
        (heap, several) -> {
          List<@Nullable Object> first =
              new ArrayList<>(origin.columns(heap.packageVersion(), profile));
          first.add(heap.id().process().name());
          first.add(heap.id().heap());
          first.add(interval(several));
          Sums sums = new Sums(groups, StackSums.of(several), options.cumulative());
          sums.add();
          for (int group = 0; group < groups.count(); group++) {
            if (sums.isAny(group)) {
              List<@Nullable Object> row = new ArrayList<>(first);
              sums.addTo(row, group, sigmas);
              rows.add(row);
            }
          }
        });
    return rows;
  }

  /** The sums of functions in one heap. */
  private static final class Sums {
    private final Groups groups;
    private final EstimatedHeap heap;
    private final boolean callers;
    private final GroupSums self = new GroupSums(VIEWS, EstimateSums.ofStacks().ofFunctions(VIEWS));
    private final GroupSums total = new GroupSums(VIEWS, EstimateSums.ofStacks());

    Sums(Groups groups, EstimatedHeap heap, boolean callers) {
      this.groups = groups;
      this.heap = heap;
      this.callers = callers;
    }

    void add() {
      EstimateSums stack = EstimateSums.ofStacks();
      for (int row = 0; row < heap.rows(); row++) {
        for (int view = 0; view < VIEWS; view++) {
          stack.clear(view);
          Column column = heap.column(FleetTable.VIEWS.get(view));
          if (column != null) {
            stack.add(view, column, row);
          }
        }
        int count = groups.collect(null, heap.stack(row));
        self.add(groups.found(0), stack, heap.recordedAlloc(row), heap.recordedLive(row));
        for (int i = 0; callers && i < count; i++) {
          total.add(groups.found(i), stack, 0, 0);
        }
      }
    }

    boolean isAny(int group) {
      for (int view = 0; view < VIEWS; view++) {
        if (value(callers ? total : self, group, view) != 0) {
          return true;
        }
      }
      return false;
    }

    void addTo(List<@Nullable Object> row, int group, double sigmas) {
      row.add(groups.name(group));
      row.add(groups.library(group).isEmpty() ? null : groups.library(group));
      for (boolean live : new boolean[] {true, false}) {
        boolean known = heap.has(live) && heap.isCounted(live);
        row.add(known ? self.samples(group, live) : null);
      }
      EstimateSums sums = self.sums();
      for (int view = 0; view < VIEWS; view++) {
        View of = FleetTable.VIEWS.get(view);
        int at = self.at(group, view);
        boolean known = heap.column(of) != null;
        boolean interval = known && sums.hasInterval(at);
        double noise = sums.variance(at) / (sigmas * sigmas);
        row.add(known ? number(of, sums.value(at)) : null);
        row.add(interval ? rounded(noise, ERROR_BITS) : null);
        row.add(interval ? rounded(sums.commonLower(at) / sigmas, ERROR_BITS) : null);
        row.add(interval ? rounded(sums.commonUpper(at) / sigmas, ERROR_BITS) : null);
        row.add(known && callers ? number(of, value(total, group, view)) : null);
      }
    }

    private static Number number(View view, double value) {
      return view.isBytes() ? (Number) value : (Number) rounded(value, COUNT_BITS);
    }

    /** Noise does not compress: a number keeps as many binary digits as mean anything. */
    private static Float rounded(double value, int digits) {
      int dropped = 24 - digits;
      int bits = Float.floatToIntBits((float) value) + (1 << (dropped - 1));
      return Float.intBitsToFloat(bits & -(1 << dropped));
    }

    private static double value(GroupSums sums, int group, int view) {
      return sums.sums().value(sums.at(group, view));
    }
  }
}
