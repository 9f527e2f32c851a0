package dev.heapconv.reader.v8;

import dev.heapconv.input.Input;
import dev.heapconv.io.Json;
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
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;

/**
 * Reads V8's {@code .heapprofile}. V8 scales the sizes before it writes them, rounded to whole
 * objects, and does not record its sampling interval: the sizes pass through, and the number of
 * objects is lost. The number of samples is known if the file lists them, and by their ordinals
 * whether those of collected objects are among them ({@code includeObjectsCollectedByMajorGC} and
 * {@code ...ByMinorGC}): then the sizes are those of what was allocated.
 *
 * <p>Also reads heap snapshots that were recorded with the stacks of all allocations, {@code
 * .heaptimeline}: V8 samples none of these, and collects garbage before it lists what is live.
 */
public final class V8Reader implements ProfileReader {

  private static final Pattern TIMELINE =
      Pattern.compile(
          "\\s*\\{\\s*\"snapshot\"\\s*:.*\"trace_function_count\"\\s*:\\s*[1-9]", Pattern.DOTALL);

  @Override
  public boolean accepts(byte[] head) {
    if (head.length == 0 || (head[0] != '{' && head[0] > ' ')) {
      return false;
    }
    String text =
        new String(head, 0, Math.min(head.length, 1024), StandardCharsets.ISO_8859_1).strip();
    return text.startsWith("{")
            && text.contains("\"head\"")
            && (text.contains("\"callFrame\"") || text.contains("\"selfSize\""))
        || isTimeline(head);
  }

  /** Whether it is a snapshot with stacks: of others, no function is known. */
  private static boolean isTimeline(byte[] head) {
    return TIMELINE.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  @Override
  public List<String> formats() {
    return List.of("V8: sampling heap profiles (.heapprofile), allocation timelines");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    RecordingBuilder recording = RecordingBuilder.ofTree(input.name(), options);
    RecordedRows rows = RecordedRows.ofSums(List.of());
    if (isTimeline(input.head())) {
      V8Timeline timeline = new V8Timeline();
      parse(input, options, timeline::read);
      List<View> views = View.ALL;
      if (timeline.addTo(recording, rows)) {
        views = List.of(View.ALLOC_SPACE, View.OBJECTS, View.SPACE);
        recording.note(
            "V8 counted several objects as one where optimized code allocates them together, so"
                + " that allocated objects are left out.");
      }
      recording.heap(rows.heap(HeapInfo.of("v8", Sampling.COMPLETE), views));
      return recording.finish("V8 allocation timeline");
    }
    V8Tree tree = new V8Tree();
    parse(input, options, tree::read);
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

  private static void parse(Input input, ReadOptions options, Consumer<JsonParser> reader)
      throws IOException {
    try {
      Json.read(input.name(), input.stream(), options.limits(), reader, input::damage);
    } catch (Json.ShapeException e) {
      throw HeapConvException.input(
          ErrorId.BAD_HEAPPROFILE, input.name(), String.valueOf(e.getMessage()));
    }
  }
}
