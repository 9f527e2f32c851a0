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
import dev.heapconv.unskew.Scheme;
import java.util.List;

/** Builds a profile from a text dump: addresses become frames, lines become units. */
final class DumpAssembly {

  private static final List<SourceLine> NO_SYMBOL = List.of(SourceLine.UNKNOWN);

  private final TextDump dump;
  private final StackTable stacks = new StackTable();

  DumpAssembly(TextDump dump) {
    this.dump = dump;
  }

  RecordedProfile profile(Input input, ReadOptions options) throws HeapConvException {
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
    int stack = StackTable.ROOT;
    for (int i = dump.endAddress(line) - 1; i >= first; i--) {
      long address = dump.addresses.getLong(i);
      boolean isCall = i == first || address == 0 || !dump.returnAddresses;
      long call = isCall ? address : address - 1;
      stack = stacks.addStack(stack, dump.maps.frame(stacks, call, symbols(call, address)));
    }
    return stack;
  }

  private List<SourceLine> symbols(long call, long address) {
    List<SourceLine> found = dump.symbols.get(call);
    if (found == null && dump.returnAddresses) {
      found = dump.symbols.get(call == address ? address - 1 : address);
    }
    return found == null ? NO_SYMBOL : found;
  }
}
