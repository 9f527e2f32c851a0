package dev.heapconv.reader.v8;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Known;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.text.Json;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads V8's {@code .heapprofile}. V8 scales the sizes before it writes them, rounded to whole
 * objects, and does not record its sampling interval: the sizes pass through, and the number of
 * objects is lost. The number of samples is known if the file lists them, and by their ordinals
 * whether those of collected objects are among them ({@code includeObjectsCollectedByMajorGC} and
 * {@code ...ByMinorGC}): then the sizes are those of what was allocated.
 */
public final class V8Reader implements ProfileReader {

  @Override
  public boolean accepts(byte[] head) {
    if (head.length == 0 || (head[0] != '{' && head[0] > ' ')) {
      return false;
    }
    String text =
        new String(head, 0, Math.min(head.length, 1024), StandardCharsets.ISO_8859_1).strip();
    return text.startsWith("{")
        && text.contains("\"head\"")
        && (text.contains("\"callFrame\"") || text.contains("\"selfSize\""));
  }

  @Override
  public List<String> formats() {
    return List.of("V8: sampling heap profiles (.heapprofile)");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    V8Tree tree = new V8Tree();
    try {
      Json.read(input.name(), input.stream(), options.limits(), tree::read, input::damage);
    } catch (Json.ShapeException e) {
      throw HeapConvException.input(
          ErrorId.BAD_HEAPPROFILE, input.name(), String.valueOf(e.getMessage()));
    }
    RecordingBuilder recording = RecordingBuilder.ofTree(input.name(), options);
    RecordedRows rows = RecordedRows.ofSums(List.of());
    tree.addTo(recording, rows);
    Known<Long> interval = options.given().interval(0, Evidence.UNKNOWN);
    Provenance provenance =
        Provenance.STATED
            .withSampling(Evidence.STATED, interval.evidence())
            .withLive(tree.dropsCollected() ? Live.MOMENT : Live.UNCOLLECTED);
    HeapInfo info = HeapInfo.of("v8", Sampling.scaled(interval.value())).withProvenance(provenance);
    View view = tree.keepsCollected() ? View.ALLOC_SPACE : View.SPACE;
    recording.heap(rows.heap(info, List.of(view)));
    return recording.finish("V8 heap profile");
  }
}
