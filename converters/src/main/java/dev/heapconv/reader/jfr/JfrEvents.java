package dev.heapconv.reader.jfr;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.StackSamples;
import dev.heapconv.unskew.samples.StretchSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * The events of a recording that say what was allocated. Up to three kinds of them count the same
 * allocations of Java objects, and only one is used: samples of async-profiler, which know sizes
 * and their interval, before new buffers of threads (TLABs), before the JDK's samples.
 */
final class JfrEvents {

  private static final String JAVA = "java";

  /** What async-profiler's {@code alloc=0} means. */
  private static final long DEFAULT_INTERVAL = 524_287;

  private static final long UNKNOWN = -1;
  private static final List<View> ALLOCATED = List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
  private static final List<View> LIVE = List.of(View.OBJECTS, View.SPACE);

  private final String name;
  private final ReadOptions options;
  private final JfrStacks stacks;
  private final JfrHeap jdkSamples = ofStretches();
  private final JfrHeap buffers = ofStretches();
  private boolean anyNewBuffer;

  /** Those of async-profiler, by their sampling interval: files can be joined. */
  private final Map<Long, JfrHeap> sizedSamples = new LinkedHashMap<>();

  private final Map<Long, JfrHeap> nativeSamples = new LinkedHashMap<>();
  private final NativeBlocks blocks = new NativeBlocks();

  private long allocSetting = UNKNOWN;
  private long nativeSetting = UNKNOWN;
  private String profiler = "JDK Flight Recorder";
  private long pid = -1;
  private String process = "";
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos;

  private static JfrHeap ofStretches() {
    StretchSamples all = new StretchSamples(null);
    return new JfrHeap(() -> new StretchSamples(all));
  }

  JfrEvents(String name, ReadOptions options) {
    this.name = name;
    this.options = options;
    stacks = new JfrStacks(options.limits().maxStackDepth());
  }

  /**
   * Adds the events of a chunk.
   *
   * @return what kept it from reading them all, as a clause; null if nothing did
   */
  @Nullable String read(Path file) {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        add(recording.readEvent());
      }
      return null;
    } catch (IOException | RuntimeException e) {
      // The JDK's reader answers damage with any exception.
      return "the recording is damaged, so that the JDK's own reader fails";
    }
  }

  /** Whether there is nothing to convert. */
  boolean isEmpty() {
    return jdkSamples.allocSamples() + buffers.allocSamples() == 0
        && sizedSamples.isEmpty()
        && nativeSamples.isEmpty();
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ActiveSetting" -> addSetting(event);
      case "jdk.JVMInformation" -> addProcess(event);
      case "jdk.ObjectAllocationSample" ->
          jdkSamples.addAllocated(stacks.of(event), 0, bytes(event, "weight"));
      case "jdk.ObjectAllocationInNewTLAB" -> {
        long size = bytes(event, "allocationSize");
        long bufferSize = bytes(event, "tlabSize");
        // On JDK 8, async-profiler samples buffers, too.
        if (allocSetting > 0 && bufferSize == Math.max(size, allocSetting)) {
          sizedSamples().addAllocated(stacks.of(event), size, 0);
        } else {
          anyNewBuffer = true;
          buffers.addAllocated(stacks.of(event), size, bufferSize);
        }
      }
      case "jdk.ObjectAllocationOutsideTLAB" -> {
        long size = bytes(event, "allocationSize");
        buffers.addAllocated(stacks.of(event), size, size);
      }
      case "profiler.LiveObject" ->
          sizedSamples().addLive(stacks.of(event), bytes(event, "allocationSize"), 0);
      case "profiler.Malloc" -> {
        long size = bytes(event, "size");
        long interval = interval(nativeSetting);
        JfrHeap heap =
            nativeSamples.computeIfAbsent(
                interval, n -> new JfrHeap(() -> StackSamples.of(nativeScheme(n), n)));
        long time = nanos(event.getStartTime());
        blocks.allocate(
            event.getLong("address"), heap, stacks.of(event), size, Math.max(size, interval), time);
      }
      case "profiler.Free" -> blocks.free(event.getLong("address"), nanos(event.getStartTime()));
      default -> {
        return;
      }
    }
    firstNanos = Math.min(firstNanos, nanos(event.getStartTime()));
    lastNanos = Math.max(lastNanos, nanos(event.getEndTime()));
  }

  private void addSetting(RecordedEvent event) {
    String value = event.getString("value");
    switch (event.getString("name")) {
      case "alloc" -> {
        allocSetting = Long.parseLong(value);
        if (allocSetting == 0) {
          allocSetting = DEFAULT_INTERVAL;
        }
      }
      case "nativemem" -> nativeSetting = Math.max(1, Long.parseLong(value));
      case "version" -> profiler = "async-profiler " + value;
      default -> {}
    }
  }

  private void addProcess(RecordedEvent event) {
    pid = event.getLong("pid");
    String command = event.getString("javaArguments");
    process = command == null ? "" : command.strip().split(" ")[0];
  }

  private JfrHeap sizedSamples() {
    return sizedSamples.computeIfAbsent(
        interval(allocSetting), t -> new JfrHeap(() -> StackSamples.of(Scheme.RECORDED, t)));
  }

  private static Scheme nativeScheme(long interval) {
    return interval == 1 ? Scheme.EXACT : Scheme.WEIGHTED;
  }

  /** The interval to use for a setting; 0 if it is unknown. */
  private long interval(long setting) {
    return options.samplingInterval() > 0 ? options.samplingInterval() : Math.max(0, setting);
  }

  private static long bytes(RecordedEvent event, String field) {
    return Math.max(0, event.getLong(field));
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  RecordedProfile profile(Warnings warnings) throws HeapConvException {
    List<RecordedHeap> heaps = new ArrayList<>();
    sizedSamples.forEach(
        (interval, heap) -> {
          heaps.add(heap.heap(info(JAVA, Scheme.RECORDED, interval), views(heap)));
          if (heap.liveSamples() > 0) {
            warnings.add(ErrorId.LIVE_TABLE, heap.liveSamples());
          }
        });
    JfrHeap jdk = anyNewBuffer || jdkSamples.allocSamples() == 0 ? buffers : jdkSamples;
    if (heaps.isEmpty() && jdk.allocSamples() > 0) {
      heaps.add(jdk.heap(info(JAVA, Scheme.SCALED, 0), List.of(View.ALLOC_SPACE)));
      if (options.samplingInterval() > 0) {
        warnings.add(ErrorId.INTERVAL_IGNORED);
      }
    }
    blocks.addLive();
    nativeSamples.forEach(
        (interval, heap) ->
            heaps.add(
                heap.heap(
                    info("malloc", nativeScheme(interval), interval),
                    blocks.knowsFrees() ? View.ALL : ALLOCATED)));
    if (heaps.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE,
          name,
          "this JFR recording has no events of allocations; record with settings=profile, or with"
              + " alloc or nativemem of async-profiler");
    }
    for (RecordedHeap heap : heaps) {
      if (heap.info().samplingInterval() == 0 && heap.info().scheme() != Scheme.SCALED) {
        warnings.add(
            ErrorId.UNKNOWN_INTERVAL, "the recording", "numbers are those of the samples alone");
      }
    }
    stacks.builder.report(name, options, warnings);
    CaptureInfo capture = new CaptureInfo(name, "JFR recording", "", profiler);
    return options.selection().profile(capture, stacks.builder.table(), heaps, warnings, List.of());
  }

  private static List<View> views(JfrHeap heap) {
    return heap.liveSamples() == 0 ? ALLOCATED : heap.allocSamples() == 0 ? LIVE : View.ALL;
  }

  private HeapInfo info(String heap, Scheme scheme, long interval) {
    return new HeapInfo(
        pid,
        process,
        heap,
        1,
        1,
        lastNanos,
        Math.max(0, lastNanos - firstNanos),
        scheme,
        interval,
        interval);
  }
}
