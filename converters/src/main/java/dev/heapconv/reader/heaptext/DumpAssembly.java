package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.stacks.StackBuilder;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
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
    boolean given = options.samplingInterval() > 0 && dump.scheme == Scheme.RECORDED;
    long interval = given ? options.samplingInterval() : dump.interval;
    boolean both = dump.numbers == TextDump.Numbers.BOTH;
    RecordedRows rows =
        dump.scheme == Scheme.RECORDED && interval > 0
            ? RecordedRows.ofUnits(dump.unit, interval, List.of())
            : RecordedRows.ofSums(List.of());
    for (int line = 0; line < dump.lines(); line++) {
      if ((dump.liveCount(line)
              | dump.liveBytes(line)
              | dump.allocCount(line)
              | dump.allocBytes(line))
          == 0) {
        continue;
      }
      int row = rows.row(stack(line));
      rows.addLive(row, dump.liveCount(line), dump.liveBytes(line));
      if (both) {
        rows.addAlloc(row, dump.allocCount(line), dump.allocBytes(line));
      }
    }
    builder.report(input.name(), options, dump.warnings);
    if (rows.rows() == 0) {
      dump.warnings.add(ErrorId.NO_SAMPLES);
    }
    String program = dump.program.isEmpty() ? dump.maps.program() : dump.program;
    String process = program.substring(program.lastIndexOf('/') + 1);
    HeapInfo info =
        new HeapInfo(-1, process, dump.heap, 1, 1, 0, 0, dump.scheme, interval, interval);
    RecordedHeap heap = rows.heap(info, both ? View.ALL : List.of(View.OBJECTS, View.SPACE));
    CaptureInfo capture = new CaptureInfo(input.name(), dump.format, "", "");
    return options.selection().profile(capture, stacks, List.of(heap), dump.warnings, List.of());
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
