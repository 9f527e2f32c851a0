package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.io.Json;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ProgramName;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the JSON of DHAT and dhat-rs, file version 2. Its first dump is the peak of the heap, with
 * live numbers only, and its last the end of the program. All are exact.
 */
public final class DhatReader implements ProfileReader {

  private static final int VERSION = 2;

  @Override
  public boolean accepts(byte[] head) {
    String text = new String(head, 0, Math.min(head.length, 1024), StandardCharsets.ISO_8859_1);
    return text.stripLeading().startsWith("{") && text.contains("\"dhatFileVersion\"");
  }

  @Override
  public List<String> formats() {
    return List.of("DHAT: heap profiles of valgrind and of dhat-rs, peak and end");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    DhatContent content = new DhatContent();
    Json.read(input.name(), input.stream(), options.limits(), content::read, input::damage);
    check(content, input.name());
    return profile(content, input.name(), options);
  }

  private static void check(DhatContent content, String name) throws HeapConvException {
    if (content.version != VERSION) {
      throw HeapConvException.input(
          ErrorId.UNSUPPORTED_FORMAT,
          name,
          "a DHAT profile of file version " + content.version,
          "record with valgrind 3.17 or later, or dhat-rs, which write version " + VERSION);
    }
    if (!content.mode.equals("heap") && !content.mode.equals("rust-heap")) {
      throw HeapConvException.input(
          ErrorId.NOT_A_HEAP_PROFILE,
          name,
          "a DHAT profile of mode '"
              + content.mode
              + "', which has no allocations; record in DHAT's mode heap, or with dhat-rs's"
              + " new_heap");
    }
  }

  private static RecordedProfile profile(DhatContent content, String name, ReadOptions options)
      throws HeapConvException {
    RecordingBuilder recording = new RecordingBuilder(name, options);
    ValgrindStacks valgrind = new ValgrindStacks(recording);
    RecordedRows peak = RecordedRows.ofSums(List.of());
    RecordedRows end = RecordedRows.ofSums(List.of());
    for (DhatContent.ProgramPoint point : content.points) {
      List<ValgrindFrame> frames = new ArrayList<>();
      for (int place : point.frames) {
        if (place >= 0 && place < content.table.size()) {
          frames.add(content.table.get(place));
        } else {
          recording.addBroken(1);
        }
      }
      int stack = valgrind.stack(frames);
      peak.addLive(peak.row(stack), point.peakBlocks, point.peakBytes);
      int row = end.row(stack);
      end.addAlloc(row, point.totalBlocks, point.totalBytes);
      end.addLive(row, point.endBlocks, point.endBytes);
    }
    String program = ProgramName.of(content.command, recording.stacks());
    HeapInfo info =
        HeapInfo.of("malloc", Sampling.COMPLETE)
            .withProcess(content.pid, program)
            .withTimes(0, content.nanos(content.peakTime));
    recording.heap(peak.heap(info.withDump(1, 2), List.of(View.OBJECTS, View.SPACE)));
    info = info.withTimes(0, content.nanos(content.endTime));
    recording.heap(end.heap(info.withDump(2, 2), View.ALL));
    return recording.finish("DHAT profile");
  }
}
