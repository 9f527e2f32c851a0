package dev.heapconv.transform;

import dev.heapconv.aggregate.AddressSpace;
import dev.heapconv.aggregate.RepeatedDumps;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.select.Selection;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dumps of one process in a file each, as jemalloc, gperftools, Go, V8 and Fuchsia write them,
 * become one recording with several dumps. They are in the order of their times, or else of the
 * numbers in their names, or else as given.
 */
public final class DumpSeries {

  /** What has to show that files are of one process. */
  public enum Evidence {
    /** Nothing: somebody says so. */
    NONE,
    /** Their names are numbered, and nothing in them speaks against it. */
    NAMES,
    /** What is in them: the place of the program, or counters that never fall. */
    CONTENT
  }

  /**
   * The last number of a name, before which the names of a series are equal; after it, jemalloc has
   * the reason of a dump, {@code .i3} or {@code .f}.
   */
  private static final Pattern NUMBERED =
      Pattern.compile("(.*?)(\\d{1,18})(\\.[a-z]\\d*)?((\\.[A-Za-z]\\w*)*)");

  /** The time that V8 puts into names, before pid, thread and number. */
  private static final Pattern DATE_AND_TIME = Pattern.compile("\\.\\d{8}\\.\\d{6}\\.");

  /** Of Fuchsia's memory sampler, whose last profile counts anew. */
  private static final Pattern PARTIAL_OR_FINAL = Pattern.compile("_(partial|final)_(?=\\d)");

  /** What the name of a file says. */
  private record DumpName(String series, boolean fuchsia, boolean last, long number)
      implements Comparable<DumpName> {

    @Override
    public int compareTo(DumpName other) {
      return Comparator.comparing(DumpName::series)
          .thenComparing(DumpName::last)
          .thenComparingLong(DumpName::number)
          .compare(this, other);
    }

    static @Nullable DumpName of(String source) {
      int file = Math.max(source.lastIndexOf('/'), source.lastIndexOf('!')) + 1;
      String name = DATE_AND_TIME.matcher(source.substring(file)).replaceFirst(".");
      Matcher kind = PARTIAL_OR_FINAL.matcher(name);
      boolean fuchsia = kind.find();
      boolean last = fuchsia && kind.group(1).equals("final");
      Matcher matcher = NUMBERED.matcher(fuchsia ? kind.replaceFirst("_") : name);
      return matcher.matches()
          ? new DumpName(
              source.substring(0, file) + matcher.group(1) + matcher.group(4),
              fuchsia,
              last,
              Long.parseLong(matcher.group(2)))
          : null;
    }
  }

  private final List<EstimatedProfile> files;
  private boolean named;
  private boolean fuchsia;
  private boolean timed;

  private DumpSeries(List<EstimatedProfile> files) {
    this.files = new ArrayList<>(files);
    sortByNames();
    sortByTimes();
  }

  /** Whether a profile can be a dump of a series: it has one dump that counts from the start. */
  public static boolean canContain(EstimatedProfile profile) {
    return !profile.heaps().isEmpty()
        && profile.heaps().stream()
            .map(EstimatedHeap::info)
            .allMatch(info -> info.dumps() == 1 && info.scheme() != Scheme.WEIGHTED)
        && profile.heaps().stream().map(heap -> heap.info().series()).distinct().count()
            == profile.heaps().size();
  }

  /**
   * The files as one recording with a dump of each; null if they are not of one process.
   *
   * @param files at least one, each with all of its dumps
   */
  public static @Nullable EstimatedProfile of(List<EstimatedProfile> files, Evidence needed) {
    if (files.size() < 2
        || !files.stream().allMatch(DumpSeries::canContain)
        || files.stream().map(DumpSeries::heaps).distinct().count() > 1) {
      return null;
    }
    DumpSeries series = new DumpSeries(files);
    EstimatedProfile all = Concatenation.ofDumps(series.numbered());
    return series.has(needed, all) ? all : null;
  }

  private static Set<List<Object>> heaps(EstimatedProfile file) {
    Set<List<Object>> heaps = new HashSet<>();
    file.heaps().forEach(heap -> heaps.add(heap.info().series()));
    return heaps;
  }

  private void sortByNames() {
    TreeMap<DumpName, EstimatedProfile> names = new TreeMap<>();
    for (EstimatedProfile file : files) {
      DumpName name = DumpName.of(file.capture().source());
      if (name == null || names.put(name, file) != null) {
        return;
      }
      fuchsia = name.fuchsia();
    }
    named = names.firstKey().series().equals(names.lastKey().series());
    if (named) {
      files.clear();
      files.addAll(names.values());
    }
  }

  private void sortByTimes() {
    timed =
        files.stream().map(DumpSeries::time).filter(time -> time > 0).distinct().count()
            == files.size();
    if (timed) {
      files.sort(Comparator.comparingLong(DumpSeries::time));
    }
  }

  private static long time(EstimatedProfile file) {
    return file.heaps().get(0).info().timeNanos();
  }

  private List<EstimatedProfile> numbered() {
    List<EstimatedProfile> numbered = new ArrayList<>();
    for (EstimatedProfile file : files) {
      int number = numbered.size() + 1;
      numbered.add(file.withInfos(info -> info.withDump(number, files.size())));
    }
    return numbered;
  }

  private boolean has(Evidence needed, EstimatedProfile all) {
    if (needed == Evidence.NONE) {
      return true;
    }
    boolean content = true;
    for (int i = 1; i < files.size(); i++) {
      String before = AddressSpace.of(files.get(i - 1));
      String space = AddressSpace.of(files.get(i));
      if (!before.isEmpty() && !space.isEmpty() && !before.equals(space)) {
        return false;
      }
      content &= !space.isEmpty() && before.equals(space) || repeats(all, i);
    }
    return named && (fuchsia || needed == Evidence.NAMES) || content && (named || timed);
  }

  /** Whether a dump repeats what the one before has. */
  private static boolean repeats(EstimatedProfile all, int dump) {
    RepeatedDumps repeated = new RepeatedDumps();
    for (EstimatedHeap heap : all.heaps()) {
      if (heap.info().dump() == dump || heap.info().dump() == dump + 1) {
        repeated.add(heap, "");
      }
    }
    return repeated.warning() != null;
  }

  /**
   * Only some dumps of a series.
   *
   * @throws HeapConvException {@link dev.heapconv.model.ErrorId#NO_SUCH_DUMP}
   */
  public static EstimatedProfile selected(EstimatedProfile series, DumpSelector choice)
      throws HeapConvException {
    Map<List<Object>, EstimatedHeap> usual = new HashMap<>();
    for (EstimatedHeap heap : series.heaps()) {
      usual.merge(
          heap.info().series(),
          heap,
          (one, next) ->
              choice instanceof DumpSelector.Max && live(next) <= live(one) ? one : next);
    }
    Selection selection = new Selection(List.of(), List.of(), choice);
    List<EstimatedHeap> taken = new ArrayList<>();
    for (EstimatedHeap heap : series.heaps()) {
      HeapInfo info = heap.info();
      boolean byNumber = choice instanceof DumpSelector.Number;
      if (DumpSelector.takes(choice, info.dump())
          || !byNumber && heap.equals(usual.get(info.series()))) {
        taken.add(heap.withInfo(selection.chosen(info)));
      }
    }
    if (taken.isEmpty()) {
      throw selection.noSuchDump(series.capture().source(), series.dumps());
    }
    return series.withHeaps(taken);
  }

  private static double live(EstimatedHeap heap) {
    Column bytes = heap.column(View.SPACE);
    return bytes == null ? 0 : bytes.total();
  }
}
