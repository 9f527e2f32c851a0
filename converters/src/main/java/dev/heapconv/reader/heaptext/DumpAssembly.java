package dev.heapconv.reader.heaptext;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Known;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.heaptext.TextDump.ThreadPart;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;

/** Builds a profile from a text dump: addresses become frames, lines become units. */
final class DumpAssembly {

  private static final List<SourceLine> NO_SYMBOL = List.of(SourceLine.UNKNOWN);

  private final TextDump dump;
  private final ReadOptions options;
  private final RecordingBuilder recording;

  /** Frames by address, which most stacks share. */
  private final Long2IntOpenHashMap frames = new Long2IntOpenHashMap();

  /** How many of the innermost addresses of each stack are left out. */
  private int leftOut;

  DumpAssembly(TextDump dump, RecordingBuilder recording, ReadOptions options) {
    this.dump = dump;
    this.options = options;
    this.recording = recording;
  }

  RecordedProfile profile() throws HeapConvException {
    if (dump.scheme == Scheme.RECORDED) {
      Known<Long> interval = options.given().interval(dump.interval, dump.provenance.interval());
      dump.interval = interval.value();
      dump.provenance = dump.provenance.withSampling(dump.provenance.scheme(), interval.evidence());
    }
    if (dump.isNameless()) {
      // Those of the allocator, which have no names by which outputs would leave them out.
      leftOut = dump.commonAddresses();
      recording.notices().add(ErrorId.NO_MEMORY_MAP, leftOut);
    }
    boolean hasBlocks = dump.regions < dump.lines() || dump.regions == 0;
    if (hasBlocks) {
      recording.heap(heap(dump.heap, dump.regions, dump.lines()));
    }
    // Blocks live in regions, so a sum of both counts them twice: regions only if asked for.
    if (hasBlocks && dump.regions > 0 && options.selection().heaps().isEmpty()) {
      recording.notices().add(ErrorId.REGIONS_LEFT_OUT, dump.regions);
    } else if (dump.regions > 0) {
      recording.heap(heap("mmap", 0, dump.regions));
    }
    return recording.finish(dump.format);
  }

  private RecordedHeap heap(String name, int first, int end) {
    boolean both = dump.numbers == TextDump.Numbers.BOTH;
    RecordedRows rows =
        dump.scheme == Scheme.RECORDED && dump.interval > 0
            ? RecordedRows.ofUnits(dump.unit, dump.interval, List.of())
            : RecordedRows.ofSums(List.of());
    for (int line = first; line < end; line++) {
      List<ThreadPart> parts = dump.threads.get(line);
      long[] numbers = dump.numbers(line);
      if (Arrays.stream(numbers).allMatch(number -> number == 0)) {
        continue;
      }
      int stack = stack(line);
      if (parts != null) {
        rows.addParts(
            parts.stream().mapToInt(part -> rows.row(stack, List.of(part.thread))).toArray(),
            parts.stream().map(part -> part.numbers).toArray(long[][]::new),
            numbers);
        continue;
      }
      int row = rows.row(stack);
      rows.addLive(row, numbers[0], numbers[1]);
      if (both) {
        rows.addAlloc(row, numbers[2], numbers[3]);
      }
    }
    String program = dump.program.isEmpty() ? dump.maps.program() : dump.program;
    String process = program.substring(program.lastIndexOf('/') + 1);
    HeapInfo info =
        HeapInfo.of(name, Sampling.of(dump.scheme, dump.interval))
            .withProcess(process)
            .withProvenance(dump.provenance)
            .withFacts(dump.facts);
    return rows.heap(info, both ? View.ALL : List.of(View.OBJECTS, View.SPACE));
  }

  /** Addresses are ordered innermost first. */
  private int stack(int line) {
    int first = dump.firstAddress(line) + leftOut;
    return recording.stack(
        dump.endAddress(line) - first,
        place -> frames.computeIfAbsent(dump.addresses.getLong(first + place), this::frame));
  }

  private int frame(long address) {
    boolean isCall = address == 0 || !dump.returnAddresses;
    long call = isCall ? address : address - 1;
    return dump.maps.frame(recording.stacks(), call, symbols(call, address));
  }

  private List<SourceLine> symbols(long call, long address) {
    List<SourceLine> found = dump.symbols.getOrDefault(call, dump.symbols.get(address));
    return found == null ? NO_SYMBOL : found;
  }
}
