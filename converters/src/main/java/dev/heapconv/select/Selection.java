package dev.heapconv.select;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.Warnings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What to convert from a recording with several processes, heaps and dumps.
 *
 * @param processes names, pids or globs of names; empty for all
 * @param heaps names or globs; empty for all
 * @param dump which dumps of each heap
 */
public record Selection(List<String> processes, List<String> heaps, DumpSelector dump) {

  /** Everything, with the last dump of each heap. */
  public static final Selection DEFAULT = new Selection(List.of(), List.of(), DumpSelector.LAST);

  public Selection {
    processes = List.copyOf(processes);
    heaps = List.copyOf(heaps);
    Objects.requireNonNull(dump, "dump");
  }

  /** Whether the process and the heap of {@code info} are selected. */
  public boolean takes(HeapInfo info) {
    return takesProcess(info.pid(), info.process())
        && (heaps.isEmpty() || matchesAny(heaps, info.heap()));
  }

  private boolean takesProcess(long pid, String process) {
    if (processes.isEmpty()) {
      return true;
    }
    String baseName = process.substring(process.lastIndexOf('/') + 1);
    return processes.contains(Long.toString(pid))
        || matchesAny(processes, process)
        || matchesAny(processes, baseName);
  }

  private static boolean matchesAny(List<String> patterns, String name) {
    for (String pattern : patterns) {
      if (pattern.equals(name) || Glob.matches(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  /** The profile of heaps that each have one dump, or all of whose dumps are available. */
  public RecordedProfile profile(
      CaptureInfo capture,
      StackTable stacks,
      List<RecordedHeap> all,
      Warnings warnings,
      List<String> comments)
      throws HeapConvException {
    List<DumpSummary> dumps = new ArrayList<>();
    List<RecordedHeap> selected = new ArrayList<>();
    for (RecordedHeap heap : all) {
      dumps.add(heap.summary());
      if (isWanted(heap.info())) {
        selected.add(heap);
      }
    }
    return profile(capture, stacks, selected, dumps, warnings, comments);
  }

  /**
   * The profile of the selected dumps.
   *
   * @param selected the selected dumps of all heaps
   * @param dumps all dumps of all heaps
   * @throws HeapConvException if nothing is left
   */
  public RecordedProfile profile(
      CaptureInfo capture,
      StackTable stacks,
      List<RecordedHeap> selected,
      List<DumpSummary> dumps,
      Warnings warnings,
      List<String> comments)
      throws HeapConvException {
    List<DumpSummary> taken = dumps.stream().filter(dump -> takes(dump.info())).toList();
    if (taken.isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      dumps.forEach(dump -> names.add(dump.info().displayProcess() + " " + dump.info().heap()));
      throw nothingSelected(capture.source(), names);
    }
    List<RecordedHeap> left = selected.stream().filter(heap -> takes(heap.info())).toList();
    if (left.isEmpty()) {
      throw noSuchDump(capture.source(), taken);
    }
    return new RecordedProfile(capture, stacks, left, taken, warnings.list(), comments);
  }

  /**
   * @param names the available processes with their heaps
   */
  public static HeapConvException nothingSelected(String source, Collection<String> names) {
    return HeapConvException.input(ErrorId.NOTHING_SELECTED, source, String.join(", ", names));
  }

  /**
   * @param dumps the available dumps of the selected heaps
   */
  public static HeapConvException noSuchDump(String source, List<DumpSummary> dumps) {
    int most = dumps.stream().mapToInt(dump -> dump.info().dumps()).max().orElse(0);
    return HeapConvException.input(ErrorId.NO_SUCH_DUMP, source, most);
  }

  private boolean isWanted(HeapInfo info) {
    if (dump instanceof DumpSelector.Number number) {
      return number.number() == info.dump();
    }
    return dump instanceof DumpSelector.All || info.dump() == info.dumps();
  }
}
