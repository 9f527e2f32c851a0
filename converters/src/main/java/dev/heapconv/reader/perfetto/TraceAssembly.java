package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpId;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimateBasis.DumpCells;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.sizes.RecordingCells;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the profile from the decoded data. */
final class TraceAssembly {

  /** A process that disconnects this close to the end of the trace misses nothing of note. */
  static final long REMARKABLE_NANOS = 1_000_000_000;

  private final Input input;
  private final ReadOptions options;
  private final TraceDecoder decoder;
  private final Collection<HeapAccumulator> heaps;
  private final RecordingBuilder recording;
  private final Notices notices;
  private final ProcessNames names;
  private final EndedProcesses ended;

  TraceAssembly(
      Input input,
      ReadOptions options,
      TraceDecoder decoder,
      Collection<HeapAccumulator> heaps,
      @Nullable String damage) {
    this.input = input;
    this.options = options;
    this.decoder = decoder;
    this.heaps = heaps;
    recording = new RecordingBuilder(input.name(), options, decoder.stacks);
    notices = recording.notices();
    this.names = new ProcessNames(heaps, decoder.facts);
    this.ended = new EndedProcesses(heaps, names);
    if (damage != null) {
      notices.add(ErrorId.TRUNCATED_TRACE, damage);
    }
    if (decoder.problems.unfinishedDumps > 0) {
      notices.add(ErrorId.UNFINISHED_DUMP);
    }
  }

  RecordedProfile profile() throws HeapConvException {
    List<RecordedHeap> selected = new ArrayList<>();
    Set<HeapAccumulator> taken = new LinkedHashSet<>();
    Set<HeapId> keys = new HashSet<>();
    LostPackets lost = new LostPackets(options.selection().dump());
    for (HeapAccumulator heap : heaps) {
      HeapInfo info =
          HeapInfo.of(heap.heap, Sampling.weighted(0))
              .withRecording(new Recording(input.name(), heap.session))
              .withProcess(names.process(heap));
      boolean takes = !heap.dumps().isEmpty() && options.selection().takes(info);
      Map<Integer, RecordedHeap> numbers = takes ? heap.selected() : Map.of();
      List<HeapInfo> dumps =
          describeDumps(heap, info, numbers.values(), takes ? notices : new Notices());
      for (int i = 0; i < dumps.size(); i++) {
        DumpRecord.Sums sums = heap.dumps().get(i).sums();
        recording.dump(new DumpSummary(dumps.get(i), sums.views(), sums.stacks(), sums.totals()));
      }
      if (takes) {
        taken.add(heap);
        keys.add(info.id());
        lost.add(heap, numbers.keySet());
        select(heap, dumps, numbers, selected);
      }
    }
    for (Machine machine : decoder.machines()) {
      machine.flags.report(
          pid -> names.display(machine, pid),
          pid -> names.isProfiled(machine, pid),
          heap -> isSelected(machine, heap),
          notices);
    }
    decoder.problems.report(notices, options.limits());
    lost.report(decoder.problems, notices);
    if (decoder.content.streamed() > 0) {
      notices.add(ErrorId.STREAMING_ALLOCATIONS, decoder.content.streamed());
    }
    warnAboutRepeatedHeaps(selected);
    warnIfAllIsIdle(taken);
    CaptureInfo capture =
        new CaptureInfo(
                input.name(),
                producers(taken).equals(Set.of(Producer.CHROMIUM))
                    ? "Perfetto trace of Chromium's heap profiler"
                    : producers(taken).equals(Set.of(Producer.SAMPLER))
                        ? "Perfetto trace of sampled allocations"
                        : "Perfetto heapprofd trace",
                decoder.host().device(),
                decoder.host().service())
            .withAttributes(decoder.facts.attributes);
    remarks(taken).forEach(recording::note);
    selected.forEach(recording::kept);
    return decoder.deobfuscation.applyTo(
        recording.finish(capture, info -> keys.contains(info.id())));
  }

  /** Whether what the profiler says of a heap, or of a process without one, matters. */
  private boolean isSelected(Machine machine, HeapId heap) {
    Selection selection = options.selection();
    HeapInfo info =
        HeapInfo.of(heap.heap(), Sampling.weighted(0))
            .withProcess(names.process(machine, heap.process().pid()));
    return heap.heap().isEmpty()
        ? new Selection(selection.processes(), List.of(), selection.dump()).takes(info)
        : selection.takes(info);
  }

  // No streams here and below: they would be the first ones, and take milliseconds of each start.
  private void warnIfAllIsIdle(Collection<HeapAccumulator> taken) {
    for (HeapAccumulator heap : taken) {
      if (!isIdle(heap)) {
        return;
      }
    }
    for (HeapAccumulator heap : taken) {
      notices.add(
          ErrorId.NOTHING_ALLOCATED, names.display(heap.machine, heap.pid) + ", heap " + heap.heap);
    }
  }

  /** Whether no dump says that anything was allocated, and none could have said so. */
  private boolean isIdle(HeapAccumulator heap) {
    for (DumpRecord dump : heap.dumps()) {
      for (long total : dump.sums().totals()) {
        if (total != 0 || dump.producer().isScaled()) {
          return false;
        }
      }
    }
    return decoder.problems.brokenCallstacks == 0;
  }

  private static Set<Producer> producers(Collection<HeapAccumulator> heaps) {
    Set<Producer> producers = EnumSet.noneOf(Producer.class);
    for (HeapAccumulator heap : heaps) {
      heap.dumps().forEach(dump -> producers.add(dump.producer()));
    }
    return producers;
  }

  /** The last known time of each machine on its profiler's clock. */
  private Map<Machine, Long> ends() {
    Map<Machine, Long> ends = new HashMap<>();
    for (HeapAccumulator heap : heaps) {
      long end = heap.machine.clocks.last();
      for (DumpRecord dump : heap.dumps()) {
        end = Math.max(end, dump.timestamp());
      }
      ends.merge(heap.machine, end, Math::max);
    }
    return ends;
  }

  private List<String> remarks(Set<HeapAccumulator> taken) {
    Set<String> remarks = new LinkedHashSet<>();
    if (producers(taken).contains(Producer.CHROMIUM)) {
      remarks.add(ofChromium());
    }
    Map<Machine, Long> ends = ends();
    boolean someLive = false;
    for (HeapAccumulator heap : taken) {
      someLive |= !ended.contains(heap);
    }
    Map<String, Set<Long>> overOfName = new HashMap<>();
    for (HeapAccumulator heap : taken) {
      if (someLive && ended.contains(heap)) {
        String name = names.process(heap).fullName();
        overOfName.computeIfAbsent(name, unused -> new HashSet<>()).add(heap.pid);
      }
    }
    for (HeapAccumulator heap : taken) {
      boolean isOver = someLive && ended.contains(heap);
      String name = names.process(heap).fullName();
      int runs = isOver ? overOfName.getOrDefault(name, Set.of()).size() : 1;
      if (runs > 1 && !name.isEmpty()) {
        remarks.add(
            runs
                + " processes "
                + name
                + " ended before the trace did: what they held then is not live any more");
        continue;
      }
      long ofPid = heap.machine.flags.disconnection(heap.pid);
      // Otherwise it was another process that had the pid before.
      long disconnection = ofPid < heap.firstDump() ? 0 : ofPid;
      // The times of clocks do not say of which trace they are.
      long end =
          decoder.isOfSeveralTraces() ? ended.end(heap) : ends.getOrDefault(heap.machine, 0L);
      long missed = disconnection > 0 ? end - disconnection : 0;
      if (missed >= REMARKABLE_NANOS || isOver) {
        long tenths = missed / 100_000_000;
        remarks.add(
            names.process(heap).displayName()
                + (disconnection > 0
                    ? " disconnected from the profiler "
                        + tenths / 10
                        + "."
                        + tenths % 10
                        + " s before the end of the trace, as a process does when it exits"
                    : " ended, and another process took its place")
                + (isOver ? ": what it held then is not live any more" : ""));
      }
    }
    for (HeapAccumulator heap : taken) {
      if (countsFromFirstDump(heap)) {
        remarks.add(
            "the trace does not say when profiling began: its time counts from the first dump");
      }
    }
    for (HeapAccumulator heap : taken) {
      if (heap.machine.flags.isRejected(heap.pid)) {
        remarks.add(
            "another session asked for "
                + names.display(heap.machine, heap.pid)
                + " while it was profiled already, and recorded nothing");
      }
    }
    String others = decoder.content.otherProfiles();
    if (!others.isEmpty()) {
      remarks.add("the trace also contains " + others + ", which heapconv does not convert");
    }
    for (HeapAccumulator heap : taken) {
      if (heap.hasPeaks()) {
        remarks.add(heap.heap + ": objects and space at the peak of the heap (dump_at_max)");
      }
    }
    return List.copyOf(remarks);
  }

  private String ofChromium() {
    long interval = decoder.facts.chromiumInterval();
    long period = decoder.facts.chromiumPeriod;
    boolean stated = decoder.facts.chromiumEvidence() == Evidence.STATED;
    return "estimates of what is live, scaled by Chromium"
        + (interval == 0
            ? ", which does not say how often it sampled"
            : (stated ? ": sampled about every " : ", which samples by default about every ")
                + interval
                + " bytes")
        + (period > 0 ? ", dumped every " + period + " ms" : "");
  }

  private static void select(
      HeapAccumulator heap,
      List<HeapInfo> dumps,
      Map<Integer, RecordedHeap> numbers,
      List<RecordedHeap> selected) {
    // Sizes are told by one interval: where it grew, each dump is estimated on its own.
    Sampling sampling = dumps.get(dumps.size() - 1).sampling();
    RecordingCells cells =
        sampling.isWeighted() && !sampling.hasSlowedDown() ? heap.cells(sampling.interval()) : null;
    numbers.forEach(
        (number, dump) -> {
          RecordedHeap chosen = HeapSampling.numbers(dump.withInfo(dumps.get(number - 1)));
          selected.add(cells == null ? chosen : chosen.withBasis(new DumpCells(cells)));
        });
  }

  private List<HeapInfo> describeDumps(
      HeapAccumulator heap, HeapInfo info, Collection<RecordedHeap> taken, Notices notices) {
    List<HeapInfo> infos = new ArrayList<>();
    int count = heap.dumps().size();
    long start = countsFromFirstDump(heap) ? heap.dumps().get(0).timestamp() : profilingStart(heap);
    Machine machine = heap.machine;
    HeapSampling sampling =
        new HeapSampling(
            heap,
            info.id().process(),
            decoder.facts,
            options.given(),
            notices,
            service(machine),
            taken);
    for (DumpRecord dump : heap.dumps()) {
      long duration = dump.timestamp() > start && start > 0 ? dump.timestamp() - start : 0;
      infos.add(
          sampling
              .of(info, dump, heap.hasPeaks() ? Live.PEAK : Live.MOMENT)
              .withDump(infos.size() + 1, count)
              .withTimes(machine.clocks.toRealtime(dump.timestamp()), duration)
              // A peak is of another time than its dump.
              .withFacts(heap.hasPeaks() ? Facts.NONE : machine.facts(heap.pid, dump.timestamp())));
    }
    endsWithItsProcess(heap, infos);
    return infos;
  }

  /** A dump that was asked for by its number, or as a peak, is a moment of its own. */
  private void endsWithItsProcess(HeapAccumulator heap, List<HeapInfo> infos) {
    int last = infos.size() - 1;
    DumpSelector choice = options.selection().dump();
    if (last >= 0
        && (choice instanceof DumpSelector.Last || choice instanceof DumpSelector.All)
        && !heap.hasPeaks()
        && ended.contains(heap)) {
      HeapInfo info = infos.get(last);
      infos.set(last, info.withProvenance(info.provenance().withLive(Live.ENDED)));
    }
  }

  /** Of the heapprofd of a machine; unless the machine says otherwise, that of the trace. */
  private String service(Machine machine) {
    return machine.service().isEmpty() ? decoder.host().service() : machine.service();
  }

  /**
   * When profiling of a heap began, which is when its totals start; 0 if unknown. Later dumps carry
   * the time of the previous dump as their start.
   */
  private static long profilingStart(HeapAccumulator heap) {
    long first = Long.MAX_VALUE;
    for (DumpRecord dump : heap.dumps()) {
      if (dump.startTimestamp() > 0 && dump.startTimestamp() < dump.timestamp()) {
        first = Math.min(first, dump.startTimestamp());
      }
    }
    return first == Long.MAX_VALUE ? heap.machine.clocks.first() : first;
  }

  /** Whether only the times between dumps are known. */
  private static boolean countsFromFirstDump(HeapAccumulator heap) {
    return heap.dumps().size() > 1 && profilingStart(heap) == 0;
  }

  private void warnAboutRepeatedHeaps(List<RecordedHeap> selected) {
    Map<DumpId, Long> seen = new LinkedHashMap<>();
    for (RecordedHeap heap : selected) {
      HeapInfo info = heap.info();
      seen.merge(info.id().inAnyRecording().dump(info.dump().number()), 1L, Long::sum);
    }
    seen.forEach(
        (dump, times) -> {
          if (times > 1) {
            String process = dump.heap().process().displayName();
            String name = process + ", heap " + dump.heap().heap() + ", dump " + dump.number();
            notices.add(ErrorId.RECORDED_TWICE, name, times);
          }
        });
  }
}
