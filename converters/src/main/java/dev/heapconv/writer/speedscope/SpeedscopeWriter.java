package dev.heapconv.writer.speedscope;

import dev.heapconv.io.Json;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.Samples;
import dev.heapconv.writer.WriteOptions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/**
 * Writes Speedscope's own format: a profile of type {@code sampled} for each view of each dump of
 * each heap, over one table of frames. Samples are streamed, so memory does not grow with their
 * number.
 *
 * @see <a href="https://www.speedscope.app/file-format-schema.json">the schema</a>
 */
public final class SpeedscopeWriter implements ProfileWriter {

  static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    Json.write(out, json -> new Encoder(profile, options, json).write());
  }

  /** What becomes a profile of the file. */
  private record HeapView(EstimatedHeap heap, View view) {

    /** The numbers of the view, which the heap has. */
    Column column() {
      return Objects.requireNonNull(heap.column(view));
    }
  }

  private static final class Encoder {
    private final EstimatedProfile profile;
    private final WriteOptions options;
    private final JsonGenerator json;
    private final FrameTable frames;
    private final StackWeights weights;
    private final boolean severalDumps;
    private final IntArrayList stack = new IntArrayList();

    Encoder(EstimatedProfile profile, WriteOptions options, JsonGenerator json) {
      this.profile = profile;
      this.options = options;
      this.json = json;
      Samples samples = new Samples(profile.stacks(), false);
      this.frames = new FrameTable(profile.stacks(), profile.heaps(), samples.trimmed());
      this.weights = new StackWeights(profile.stacks(), samples);
      this.severalDumps = profile.holdsSeveralDumps();
    }

    void write() {
      List<HeapView> heapViews = heapViews();
      json.writeStartObject();
      json.writeStringProperty("$schema", SCHEMA);
      json.writeStringProperty("exporter", exporter(options.tool()));
      json.writeStringProperty("name", TerminalText.printable(profile.capture().fileNames()));
      json.writeNumberProperty("activeProfileIndex", firstShown(heapViews));
      json.writeObjectPropertyStart("shared");
      writeFrames();
      json.writeEndObject();
      json.writeArrayPropertyStart("profiles");
      for (HeapView heapView : heapViews) {
        writeProfile(heapView);
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    private List<HeapView> heapViews() {
      List<HeapView> heapViews = new ArrayList<>();
      for (EstimatedHeap heap : profile.heaps()) {
        heap.views().forEach(view -> heapViews.add(new HeapView(heap, view)));
      }
      return heapViews;
    }

    /** Of the profiles with the requested view, the one with the largest total. */
    private int firstShown(List<HeapView> heapViews) {
      View wanted = profile.viewOr(options.view());
      int best = 0;
      double most = -1;
      for (int i = 0; i < heapViews.size(); i++) {
        HeapView heapView = heapViews.get(i);
        if (heapView.view().equals(wanted)) {
          double total = heapView.column().total();
          if (total > most) {
            best = i;
            most = total;
          }
        }
      }
      return best;
    }

    private void writeFrames() {
      json.writeArrayPropertyStart("frames");
      for (FrameTable.Frame frame : frames.frames()) {
        json.writeStartObject();
        json.writeStringProperty("name", TerminalText.printable(frame.name()));
        if (!frame.file().isEmpty()) {
          json.writeStringProperty("file", TerminalText.printable(frame.file()));
        }
        if (frame.line() > 0) {
          json.writeNumberProperty("line", frame.line());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }

    private void writeProfile(HeapView heapView) {
      long total = weights.set(heapView.heap(), heapView.view());
      int[] order = weights.weighed();
      json.writeStartObject();
      json.writeStringProperty("type", "sampled");
      json.writeStringProperty("name", name(heapView.heap().info(), heapView.view()));
      json.writeStringProperty("unit", heapView.view().isBytes() ? "bytes" : "none");
      json.writeArrayPropertyStart("samples");
      for (int id : order) {
        if (weights.own(id) > 0) {
          writeStack(id, false);
        }
        if (weights.omitted(id) > 0) {
          writeStack(id, true);
        }
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("weights");
      for (int id : order) {
        if (weights.own(id) > 0) {
          json.writeNumber(weights.own(id));
        }
        if (weights.omitted(id) > 0) {
          json.writeNumber(weights.omitted(id));
        }
      }
      json.writeEndArray();
      json.writeNumberProperty("startValue", 0);
      json.writeNumberProperty("endValue", total);
      json.writeEndObject();
    }

    /**
     * @param omitted whether the sample stands for callees of the stack
     */
    private void writeStack(int id, boolean omitted) {
      StackTable stacks = profile.stacks();
      stack.clear();
      if (omitted) {
        stack.add(frames.omitted());
      }
      for (int s = id; s != StackTable.ROOT; s = stacks.parent(s)) {
        int[] ids = frames.idsOf(stacks.frame(s));
        for (int i = ids.length - 1; i >= 0; i--) {
          stack.add(ids[i]);
        }
      }
      IntArrays.reverse(stack.elements(), 0, stack.size());
      json.writeArray(stack.elements(), 0, stack.size());
    }

    private String name(HeapInfo info, View view) {
      String dump = severalDumps ? ", dump " + info.dump().number() : "";
      return TerminalText.printable(
          view.name()
              + " \u2013 "
              + info.id().process().displayProgram()
              + ", "
              + info.heap()
              + dump);
    }
  }

  /** {@code heapconv 1.0} is {@code heapconv@1.0} here. */
  private static String exporter(String tool) {
    return tool.replaceFirst(" (?=[^ ]*$)", "@");
  }
}
