package dev.heapconv.reader.v8;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.stacks.StackBuilder;
import dev.heapconv.text.Json;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

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
    Limits limits = options.limits();
    V8Tree tree = new V8Tree();
    try (JsonParser json =
        Json.factory(limits.maxStackDepth(), limits.maxPacketBytes())
            .createParser(ObjectReadContext.empty(), input.stream())) {
      tree.read(json);
    } catch (JacksonException e) {
      throw Json.failure(input.name(), e);
    } catch (Json.ShapeException e) {
      throw HeapConvException.input(
          ErrorId.BAD_HEAPPROFILE, input.name(), String.valueOf(e.getMessage()));
    }
    if (input.damage() != null) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, input.name(), input.damage());
    }
    StackBuilder builder = StackBuilder.ofTree(limits.maxStackDepth());
    RecordedRows rows = RecordedRows.ofSums(List.of());
    tree.addTo(builder, rows);
    Warnings warnings = new Warnings();
    builder.report(input.name(), options, warnings);
    long interval = options.samplingInterval();
    Provenance provenance =
        Provenance.STATED
            .withSampling(Evidence.STATED, interval > 0 ? Evidence.TOLD : Evidence.UNKNOWN)
            .withLive(tree.dropsCollected() ? Live.MOMENT : Live.UNCOLLECTED);
    HeapInfo info =
        new HeapInfo(-1, "", "v8", 1, 1, 0, 0, Scheme.SCALED, interval, interval)
            .withProvenance(provenance);
    View view = tree.keepsCollected() ? View.ALLOC_SPACE : View.SPACE;
    return options
        .selection()
        .profile(
            new CaptureInfo(input.name(), "V8 heap profile", "", ""),
            builder.table(),
            List.of(rows.heap(info, List.of(view))),
            warnings,
            List.of());
  }
}
