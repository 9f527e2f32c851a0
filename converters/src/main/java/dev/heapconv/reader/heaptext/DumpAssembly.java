package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.heaptext.TextDump.ThreadPart;
import dev.heapconv.reader.stacks.StackBuilder;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds a profile from a text dump: addresses become frames, lines become units. */
final class DumpAssembly {

  private static final List<SourceLine> NO_SYMBOL = List.of(SourceLine.UNKNOWN);

  private final TextDump dump;
  private final Input input;
  private final ReadOptions options;
  private final StackTable stacks = new StackTable();
  private final StackBuilder builder;

  /** Frames by address, which most stacks share. */
  private final Long2IntOpenHashMap innermost = new Long2IntOpenHashMap();

  private final Long2IntOpenHashMap callers = new Long2IntOpenHashMap();

  DumpAssembly(TextDump dump, Input input, ReadOptions options) {
    this.dump = dump;
    this.input = input;
    this.options = options;
    builder = new StackBuilder(stacks, options.limits().maxStackDepth());
  }

  RecordedProfile profile() throws HeapConvException {
    if (options.samplingInterval() > 0 && dump.scheme == Scheme.RECORDED) {
      dump.interval = options.samplingInterval();
      dump.provenance =
          dump.provenance.withSampling(dump.provenance.scheme(), Provenance.Evidence.TOLD);
    }
    List<RecordedHeap> heaps = new ArrayList<>();
    if (dump.regions < dump.lines() || dump.regions == 0) {
      heaps.add(heap(dump.heap, dump.regions, dump.lines()));
    }
    if (dump.regions > 0) {
      heaps.add(heap("mmap", 0, dump.regions));
    }
    builder.report(input.name(), options, dump.warnings);
    if (heaps.get(0).rows() == 0) {
      dump.warnings.add(ErrorId.NO_SAMPLES);
    }
    // Blocks live in regions, so a sum of both counts them twice: regions only if asked for.
    boolean apart = heaps.size() > 1 && options.selection().heaps().isEmpty();
    if (apart) {
      dump.warnings.add(ErrorId.REGIONS_LEFT_OUT, dump.regions);
    }
    CaptureInfo capture = new CaptureInfo(input.name(), dump.format, "", "");
    return options
        .selection()
        .profile(capture, stacks, apart ? heaps.subList(0, 1) : heaps, dump.warnings, List.of());
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
        new HeapInfo(-1, process, name, 1, 1, 0, 0, dump.scheme, dump.interval, dump.interval)
            .withProvenance(dump.provenance);
    return rows.heap(info, both ? View.ALL : List.of(View.OBJECTS, View.SPACE));
  }

  /** Addresses are ordered innermost first. */
  private int stack(int line) {
    int first = dump.firstAddress(line);
    return builder.stack(
        dump.endAddress(line) - first,
        place ->
            (place == 0 ? innermost : callers)
                .computeIfAbsent(
                    dump.addresses.getLong(first + place), address -> frame(address, place == 0)));
  }

  private int frame(long address, boolean isInnermost) {
    boolean isCall = isInnermost || address == 0 || !dump.returnAddresses;
    long call = isCall ? address : address - 1;
    return dump.maps.frame(stacks, call, symbols(call, address));
  }

  private List<SourceLine> symbols(long call, long address) {
    List<SourceLine> found = dump.symbols.get(call);
    if (found == null && dump.returnAddresses) {
      found = dump.symbols.get(call == address ? address - 1 : address);
    }
    return found == null ? NO_SYMBOL : found;
  }
}
