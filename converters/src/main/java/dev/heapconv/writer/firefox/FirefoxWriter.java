package dev.heapconv.writer.firefox;

import dev.heapconv.io.Json;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Process;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.Samples;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Writes a processed profile of the Firefox Profiler: a thread with native allocations for each
 * view in bytes of each dump of each heap, over one table of stacks. Native allocations have no
 * unit but bytes, so that the other views have no place.
 *
 * @see <a href="https://github.com/firefox-devtools/profiler/blob/main/docs-developer/">the
 *     versions of the format</a>
 */
public final class FirefoxWriter implements ProfileWriter {

  /**
   * Of processed profiles. The profiler upgrades older ones and refuses newer ones, so that a file
   * of this version can be opened by those of today and of later.
   */
  private static final int VERSION = 70;

  /** Of the profiles that Gecko itself records, which processed ones name, too. */
  private static final int GECKO_VERSION = 36;

  /** What is the same in all files. */
  private static final String META =
      """
      , "interval": 1, "startTime": 0, "processType": 0, "stackwalk": 0, "symbolicated": true,
      "markerSchema": [], "extensions": {"id": [], "name": [], "baseURL": [], "length": 0},
      "categories": [{"name": "Other", "color": "grey", "subcategories": ["Other"]}]\
      """;

  /** What is the same in all threads. */
  private static final String THREAD =
      """
      , "processType": "default", "processStartupTime": 0, "registerTime": 0,
      "processShutdownTime": null, "unregisterTime": null, "pausedRanges": [],
      "markers": {"data": [], "name": [], "startTime": [], "endTime": [], "phase": [],
        "category": [], "length": 0},
      "samples": {"weightType": "samples", "weight": null, "eventDelay": [], "stack": [],
        "time": [], "length": 0}\
      """;

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Json.write(out, json -> new Encoder(profile, options, json).write());
  }

  @Override
  public String leftOut(EstimatedProfile profile, WriteOptions options) {
    View wanted = options.view();
    return wanted != null && !wanted.isBytes()
        ? wanted.name() + ", because it shows nothing but bytes"
        : profile.heaps().stream()
            .filter(heap -> heap.views().stream().noneMatch(View::isBytes))
            .map(EstimatedHeap::info)
            .map(
                info ->
                    info.heap()
                        + " of "
                        + info.id().process().displayName()
                        + ", which has no bytes")
            .distinct()
            .collect(Collectors.joining(", "));
  }

  private static final class Encoder {
    private final EstimatedProfile profile;
    private final WriteOptions options;
    private final JsonGenerator json;
    private final Samples samples;
    private final ProfileTables tables;
    private final Set<Process> processes = new HashSet<>();
    private final View first;
    private final boolean severalDumps;
    private int threads;

    Encoder(EstimatedProfile profile, WriteOptions options, JsonGenerator json) {
      this.profile = profile;
      this.options = options;
      this.json = json;
      this.samples = new Samples(profile.stacks(), false);
      this.tables = new ProfileTables(profile.stacks(), samples.trimmed());
      this.first = profile.viewOr(options.view());
      this.severalDumps = profile.holdsSeveralDumps();
    }

    void write() {
      json.writeStartObject();
      writeMeta();
      json.writeRaw(", \"libs\": [], \"pages\": []");
      json.writeArrayPropertyStart("threads");
      for (EstimatedHeap heap : profile.heaps()) {
        for (View view : views(heap)) {
          writeThread(heap, view);
        }
      }
      json.writeEndArray();
      // Last, because the threads tell which stacks are in it.
      json.writeObjectPropertyStart("shared");
      tables.write(json);
      json.writeEndObject();
      json.writeEndObject();
    }

    private void writeMeta() {
      json.writeObjectPropertyStart("meta");
      json.writeNumberProperty("preprocessedProfileVersion", VERSION);
      json.writeNumberProperty("version", GECKO_VERSION);
      json.writeStringProperty("product", TerminalText.printable(profile.capture().fileNames()));
      json.writeStringProperty("importedFrom", options.tool());
      json.writeRaw(META);
      json.writeEndObject();
    }

    /** Those in bytes, that to show first before the others. */
    private List<View> views(EstimatedHeap heap) {
      List<View> views = new ArrayList<>(heap.views());
      views.removeIf(view -> !view.isBytes());
      if (views.remove(first)) {
        views.add(0, first);
      }
      return views;
    }

    private void writeThread(EstimatedHeap heap, View view) {
      HeapInfo info = heap.info();
      String program =
          info.id().process().program().isEmpty()
              ? info.id().process().displayProgram()
              : info.id().process().program();
      String process = TerminalText.printable(program);
      json.writeStartObject();
      json.writeStringProperty("processName", process);
      // What has no pid needs something else that no other process has.
      json.writeStringProperty("pid", info.pid() > 0 ? String.valueOf(info.pid()) : process);
      json.writeNumberProperty("tid", threads++);
      json.writeStringProperty("name", name(info, view));
      json.writeBooleanProperty("isMainThread", processes.add(new Process(info.pid(), process)));
      json.writeRaw(THREAD);
      samples.set(heap, view);
      writeAllocations();
      json.writeEndObject();
    }

    private String name(HeapInfo info, View view) {
      String dump = severalDumps ? ", dump " + info.dump().number() : "";
      return TerminalText.printable(view.name() + " \u2013 " + info.heap() + dump);
    }

    private void writeAllocations() {
      int count = samples.count();
      json.writeObjectPropertyStart("nativeAllocations");
      json.writeStringProperty("weightType", "bytes");
      json.writeNumberProperty("length", count);
      ProfileTables.writeNumbers(json, "time", count, unused -> 0);
      ProfileTables.writeNumbers(json, "weight", count, samples::value);
      json.writeArrayPropertyStart("stack");
      for (int i = 0; i < count; i++) {
        tables.writeStack(json, samples.stack(i));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }
}
