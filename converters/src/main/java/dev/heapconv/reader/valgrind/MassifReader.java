package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.text.LineProblems;
import dev.heapconv.text.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads massif's text. Each detailed snapshot, the peak among them, is a dump with live bytes;
 * massif counts no blocks, and the other snapshots have no stacks.
 */
public final class MassifReader implements ProfileReader {

  @Override
  public boolean accepts(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return text.startsWith("desc:") && text.contains("\ncmd:") && text.contains("\ntime_unit:");
  }

  @Override
  public List<String> formats() {
    return List.of("massif: the detailed snapshots of valgrind's heap profiler");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    LineReader lines =
        new LineReader(input.name(), input.stream(), options.limits().maxPacketBytes());
    LineProblems problems = new LineProblems(input.name(), lines, options.strict());
    MassifSnapshots snapshots = new MassifSnapshots(problems, options.limits().maxStackDepth());
    while (lines.next()) {
      if (!lines.isUnfinished()) {
        snapshots.line(lines.text());
      }
    }
    String cut = snapshots.finish();
    Warnings warnings = new Warnings();
    problems.report(
        input.damage() != null || lines.isUnfinished() ? input.damage() : cut, warnings);
    List<RecordedHeap> dumps = snapshots.dumps();
    if (dumps.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE, input.name(), "massif wrote no complete detailed snapshot");
    }
    if (snapshots.arePages()) {
      warnings.add(ErrorId.PAGES_AS_HEAP);
    }
    if (snapshots.stackBytes() > 0) {
      warnings.add(ErrorId.STACKS_LEFT_OUT, snapshots.stackBytes());
    }
    CaptureInfo capture = new CaptureInfo(input.name(), "massif profile", "", "");
    int peak = snapshots.peak();
    if (options.selection().dump() instanceof DumpSelector.Max && peak >= 0) {
      // Massif chooses its peak by more than these bytes: also by stacks and what blocks cost.
      return options
          .selection()
          .profile(
              capture,
              snapshots.stacks(),
              List.of(dumps.get(peak)),
              dumps.stream().map(RecordedHeap::summary).toList(),
              warnings,
              snapshots.comments());
    }
    return options
        .selection()
        .profile(capture, snapshots.stacks(), dumps, warnings, snapshots.comments());
  }
}
