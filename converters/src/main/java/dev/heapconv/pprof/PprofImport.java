package dev.heapconv.pprof;

import dev.heapconv.input.HeapChoice;
import dev.heapconv.input.Input;
import dev.heapconv.input.ReadOptions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.RecordedUnits.Side;
import dev.heapconv.model.View;
import dev.heapconv.model.Warnings;
import dev.heapconv.proto.pprof.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a profile of what a pprof file holds. */
final class PprofImport {

  /** One heap of one process at one dump, as the labels of this program's own files tell them apart. */
  private record Section(String process, long pid, String heap, int dump) {}

  private final PprofContent content;
  private final Input input;
  private final ReadOptions options;
  private final PprofColumns columns;
  private final PprofScaling scaling;
  private final PprofStacks stacks;
  private final Warnings warnings = new Warnings();
  private final List<String> comments = new ArrayList<>();
  private final Map<Section, Rows> sections = new LinkedHashMap<>();
  private String device = "";
  private String producer = "";
  private boolean own;
  private long negative;
  private boolean sums;

  PprofImport(PprofContent content, Input input, ReadOptions options) throws IOException {
    this.content = content;
    this.input = input;
    this.options = options;
    columns = new PprofColumns(content, input.name());
    readComments();
    scaling = PprofScaling.of(content, columns, own, options.samplingInterval(), warnings);
    stacks = new PprofStacks(content, options.limits().maxStackDepth());
  }

  private final class Rows {
    private final RecordedRows rows = new RecordedRows(columns.extras());
    private final RecordedUnits units = new RecordedUnits(scaling.interval(), RecordedUnits.Kind.PLAIN_SUMS);
  }

  private void readComments() {
    for (long comment : content.comments) {
      String text = content.string(comment);
      if (text.startsWith("heapconv ")) {
        own = true;
      } else if (text.startsWith("device: ")) {
        device = text.substring("device: ".length());
      } else if (text.startsWith("recorded by: ")) {
        producer = text.substring("recorded by: ".length());
      } else if (!text.isEmpty()) {
        comments.add(text);
      }
    }
  }

  RecordedProfile profile() throws IOException {
    content.forEachSample(this::add);
    if (sections.isEmpty()) {
      sections.put(defaultSection(), new Rows());
      warnings.add("no-samples", "the profile holds no samples");
    }
    report();
    Map<Section, Integer> dumps = new LinkedHashMap<>();
    sections.keySet().forEach(key -> dumps.merge(new Section(key.process, key.pid, key.heap, 0), key.dump, Math::max));
    List<RecordedHeap> heaps = new ArrayList<>();
    sections.forEach((key, rows) -> heaps.add(heap(key, rows, dumps.get(new Section(key.process, key.pid, key.heap, 0)))));
    String format = columns.isFuchsia() ? "Fuchsia memory_sampler profile" : "pprof heap profile";
    CaptureInfo capture = new CaptureInfo(input.name(), format, device, producer);
    return HeapChoice.profile(capture, stacks.table, heaps, warnings, comments, options);
  }

  private void add(Sample sample) {
    List<Label> labels = new ArrayList<>();
    Rows section = sections.computeIfAbsent(section(sample, labels), unused -> new Rows());
    long[] values = new long[View.ALL.size() + columns.extras().size()];
    for (int i = 0; i < Math.min(columns.count(), sample.getValueCount()); i++) {
      if (columns.view(i) >= 0) {
        long value = sample.getValue(i);
        negative += value < 0 ? 1 : 0;
        values[columns.view(i)] = Math.max(0, value);
      }
    }
    int row = section.rows.row(stacks.stack(sample), labels);
    section.rows.addAlloc(row, values[0], values[1]);
    section.rows.addLive(row, values[2], values[3]);
    for (int i = View.ALL.size(); i < values.length; i++) {
      section.rows.addExtra(row, i - View.ALL.size(), values[i]);
    }
    if (scaling.isRaw()) {
      section.units.add(row, Side.ALLOCATED, values[0], values[1]);
      section.units.add(row, Side.LIVE, values[2], values[3]);
      sums |= values[0] > 1 || values[2] > 1;
      if (columns.isFuchsia() && values.length == View.ALL.size() + 2) {
        section.units.add(row, Side.FREED, values[4], values[5]);
        sums |= values[4] > 1;
      }
    }
  }

  private Section section(Sample sample, List<Label> others) {
    Section fallback = defaultSection();
    String process = fallback.process;
    long pid = -1;
    String heap = fallback.heap;
    int dump = 1;
    for (dev.heapconv.proto.pprof.Label label : sample.getLabelList()) {
      String key = content.string(label.getKey());
      String text = label.getStr() == 0 ? null : content.string(label.getStr());
      if (own && key.equals("process") && text != null) {
        process = text;
      } else if (own && key.equals("heap") && text != null) {
        heap = text;
      } else if (own && key.equals("pid") && text == null && label.getNum() >= 0) {
        pid = label.getNum();
      } else if (own && key.equals("dump") && text == null) {
        dump = (int) Math.max(1, Math.min(Integer.MAX_VALUE, label.getNum()));
      } else {
        others.add(new Label(key, text, text == null ? label.getNum() : 0, content.string(label.getNumUnit())));
      }
    }
    return new Section(process, pid, heap, dump);
  }

  /** pprof takes the first mapping for the program. */
  private Section defaultSection() {
    String process = "";
    if (!own && !content.mappings.isEmpty()) {
      String path = content.string(content.mappings.get(0).getFilename());
      process = path.startsWith("/") ? path.substring(path.lastIndexOf('/') + 1) : "";
    }
    return new Section(process, -1, "heap", 1);
  }

  private RecordedHeap heap(Section key, Rows section, int dumps) {
    HeapInfo info =
        new HeapInfo(
            key.pid,
            key.process,
            key.heap,
            key.dump,
            dumps,
            Math.max(0, content.timeNanos),
            Math.max(0, content.durationNanos),
            scaling.scheme(),
            scaling.interval(),
            scaling.interval());
    return section.rows.heap(info, columns.views(), scaling.isRaw() ? section.units : null);
  }

  private void report() {
    if (stacks.brokenReferences() > 0) {
      warnings.add(
          "broken-references", stacks.brokenReferences() + " references to missing locations, functions or mappings");
    }
    if (stacks.cutStacks() > 0) {
      warnings.add("deep-stack", stacks.cutStacks() + " stacks were cut; raise it with --limit depth=N");
    }
    if (negative > 0) {
      warnings.add(
          "negative-values", negative + " negative values, as a difference of profiles has them, were taken for 0");
    }
    if (scaling.isRaw() && sums) {
      warnings.add(
          "summed-rows",
          "rows of this raw profile sum several samples: where they mix sizes, objects are estimated too low, and their"
              + " intervals say so");
    }
  }
}
