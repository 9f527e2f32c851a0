package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.stacks.ProgramName;
import dev.heapconv.reader.stacks.StackBuilder;
import dev.heapconv.text.Json;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

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
    try (JsonParser json =
        Json.factory(options.limits().maxStackDepth(), options.limits().maxPacketBytes())
            .createParser(ObjectReadContext.empty(), input.stream())) {
      content.read(json);
    } catch (JacksonException e) {
      throw Json.failure(input.name(), e);
    }
    if (input.damage() != null) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, input.name(), input.damage());
    }
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
    StackBuilder stacks = new StackBuilder(new StackTable(), options.limits().maxStackDepth());
    ValgrindStacks valgrind = new ValgrindStacks(stacks);
    RecordedRows peak = RecordedRows.ofSums(List.of());
    RecordedRows end = RecordedRows.ofSums(List.of());
    for (DhatContent.ProgramPoint point : content.points) {
      List<ValgrindFrame> frames = new ArrayList<>();
      for (int place : point.frames) {
        if (place >= 0 && place < content.table.size()) {
          frames.add(content.table.get(place));
        } else {
          stacks.addBroken(1);
        }
      }
      int stack = valgrind.stack(frames);
      peak.addLive(peak.row(stack), point.peakBlocks, point.peakBytes);
      int row = end.row(stack);
      end.addAlloc(row, point.totalBlocks, point.totalBytes);
      end.addLive(row, point.endBlocks, point.endBytes);
    }
    Warnings warnings = new Warnings();
    if (content.points.isEmpty()) {
      warnings.add(ErrorId.NO_SAMPLES);
    }
    stacks.report(name, options, warnings);
    String program = ProgramName.of(content.command, stacks.table());
    List<RecordedHeap> dumps =
        List.of(
            peak.heap(
                info(content, program, 1, content.nanos(content.peakTime)),
                List.of(View.OBJECTS, View.SPACE)),
            end.heap(info(content, program, 2, content.nanos(content.endTime)), View.ALL));
    CaptureInfo capture = new CaptureInfo(name, "DHAT profile", "", "");
    return options.selection().profile(capture, stacks.table(), dumps, warnings, List.of());
  }

  private static HeapInfo info(DhatContent content, String program, int dump, long nanos) {
    return new HeapInfo(content.pid, program, "malloc", dump, 2, 0, nanos, Scheme.EXACT, 1, 1);
  }
}
