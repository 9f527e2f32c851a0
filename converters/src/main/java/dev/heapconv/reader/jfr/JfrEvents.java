package dev.heapconv.reader.jfr;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.StackSamples;
import dev.heapconv.unskew.samples.StretchSamples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The events of a recording that say what was allocated. Up to three kinds of them count the same
 * allocations of Java objects, and only one is used: samples of async-profiler, which know sizes
 * and their interval, before new buffers of threads (TLABs), if objects outside of them were
 * recorded too, before the JDK's samples.
 */
final class JfrEvents {

  private static final String JAVA = "java";
  private static final String MALLOC = "malloc";
  private static final String OF_ORACLE = "com.oracle.";

  /** With what Datadog's profiler begins the names of its events. */
  private static final String DATADOG = "datadog.";

  private static final String NEW_BUFFER = "jdk.ObjectAllocationInNewTLAB";
  private static final String OUTSIDE_BUFFERS = "jdk.ObjectAllocationOutsideTLAB";

  /** By how many seconds the start of a JVM may seem to differ between its chunks. */
  private static final long SAME_JVM = 5;

  /** As async-profiler writes it, {@code 17.0.15+6}, or behind the name of the JVM. */
  private static final Pattern JAVA_VERSION = Pattern.compile("(?:^|\\()(\\d{1,3})\\b");

  /**
   * The first Java that counts all bytes between two samples, whether they lie in the buffer of a
   * thread or not (JDK-8356372).
   */
  private static final int COUNTS_ALL = 25;

  private static final long UNKNOWN = -1;
  private static final List<View> ALLOCATED = List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE);
  private static final List<View> LIVE = List.of(View.OBJECTS, View.SPACE);

  private final String name;
  private final ReadOptions options;
  private final RecordingBuilder recording;
  private final Notices notices;
  private final JfrStacks stacks;
  private final JfrHeap jdkSamples = ofStretches();
  private final JfrHeap buffers = ofStretches();
  private boolean anyJdkSample;
  private boolean anyNewBuffer;

  /** Those of async-profiler, by their sampling interval: files can be joined. */
  private final Map<Long, JfrHeap> sizedSamples = new LinkedHashMap<>();

  private final Map<Long, JfrHeap> nativeSamples = new LinkedHashMap<>();
  private final NativeBlocks blocks = new NativeBlocks();

  private final JfrSettings settings = new JfrSettings();
  private long sizedType = UNKNOWN;
  private long nativeType = UNKNOWN;
  private long newBufferType = UNKNOWN;
  private long outsideType = UNKNOWN;
  private final Map<String, List<Label>> names = new HashMap<>();
  private JfrThreads threads = new JfrThreads(names);
  private long jvmStart;
  private boolean ofDatadog;

  /** First samples of threads. */
  private int leftOut;

  /** Samples of async-profiler with an object of an interval and more, and of less. */
  private long largeSamples;

  private long smallSamples;

  /** Of the JVM, such as 17; 0 if unknown. */
  private int java;

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
    recording = new RecordingBuilder(name, options);
    notices = recording.notices();
    stacks = new JfrStacks(recording);
  }

  /**
   * Adds the events of a chunk.
   *
   * @param jvm when its JVM started, in seconds since 1970
   * @return why they are not all there; null if they are
   */
  @Nullable String read(JfrBytes bytes, long jvm) throws IOException {
    try {
      JfrChunk chunk = new JfrChunk(bytes);
      newBufferType = chunk.typeNamed(NEW_BUFFER, newBufferType);
      outsideType = chunk.typeNamed(OUTSIDE_BUFFERS, outsideType);
      ofDatadog |= chunk.hasTypesNamed(DATADOG);
      if (Math.abs(jvm - jvmStart) > SAME_JVM) {
        addFirstSamples();
        jvmStart = jvm;
      }
      for (JfrRecord event = chunk.next(); event != null; event = chunk.next()) {
        add(event);
      }
      return null;
    } catch (MalformedException e) {
      return e.getMessage();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void addFirstSamples() {
    leftOut += threads.addFirst(jdkSamples, stacks);
    threads = new JfrThreads(names);
  }

  /** Whether there is nothing to convert. */
  boolean isEmpty() {
    return !anyJdkSample
        && buffers.allocSamples() == 0
        && sizedSamples.isEmpty()
        && nativeSamples.isEmpty();
  }

  private void add(JfrRecord event) {
    JfrType type = event.type();
    String kind = type.name();
    // Those of Oracle's JDK 9 and 10.
    switch (kind.startsWith(OF_ORACLE) ? kind.substring(OF_ORACLE.length()) : kind) {
      case "jdk.ActiveSetting" -> settings.add(event);
      case "jdk.JVMInformation" -> addProcess(event);
      case "jdk.ThreadStart" -> threads.thread(event.value(JfrField.THREAD)).start();
      case "jdk.ThreadAllocationStatistics" ->
          threads
              .thread(event.value(JfrField.THREAD))
              .addStatistics(event.startNanos(), bytes(event, JfrField.ALLOCATED));
      case "jdk.ObjectAllocationSample" -> {
        anyJdkSample = true;
        threads.add(
            event.value(JfrField.EVENT_THREAD),
            event.startNanos(),
            stacks.of(event),
            bytes(event, JfrField.WEIGHT),
            jdkSamples);
      }
      case NEW_BUFFER -> {
        long size = bytes(event, JfrField.ALLOCATION_SIZE);
        long bufferSize = bytes(event, JfrField.TLAB_SIZE);
        // On JDK 8, async-profiler samples buffers, too.
        if (settings.alloc() > 0 && bufferSize == Math.max(size, settings.alloc())) {
          sizedType = type.id();
          settings.count(JAVA, event.startNanos());
          sizedSamples().addAllocated(stacks.of(event), thread(event), size, 0);
          if (size >= settings.alloc()) {
            largeSamples++;
          } else {
            smallSamples++;
          }
        } else {
          anyNewBuffer = true;
          buffers.addAllocated(stacks.of(event), thread(event), size, bufferSize);
        }
      }
      case OUTSIDE_BUFFERS -> {
        long size = bytes(event, JfrField.ALLOCATION_SIZE);
        buffers.addAllocated(stacks.of(event), thread(event), size, size);
      }
      case "profiler.LiveObject" ->
          sizedSamples()
              .addLive(stacks.of(event), thread(event), bytes(event, JfrField.ALLOCATION_SIZE), 0);
      case "profiler.Malloc" -> {
        nativeType = type.id();
        settings.count(MALLOC, event.startNanos());
        addNative(event);
      }
      case "profiler.Free" -> {
        // They share the limit of allocations.
        settings.count(MALLOC, event.startNanos());
        blocks.free(event.number(JfrField.ADDRESS, 0), event.startNanos());
      }
      default -> {
        return;
      }
    }
    firstNanos = Math.min(firstNanos, event.startNanos());
    lastNanos = Math.max(lastNanos, event.endNanos());
  }

  private void addNative(JfrRecord event) {
    long size = bytes(event, JfrField.SIZE);
    long interval = interval(settings.nativemem());
    JfrHeap heap =
        nativeSamples.computeIfAbsent(
            interval, n -> new JfrHeap(() -> StackSamples.of(Sampling.weighted(n).scheme(), n)));
    blocks.allocate(
        event.number(JfrField.ADDRESS, 0),
        heap,
        stacks.of(event),
        thread(event),
        size,
        Math.max(size, interval),
        event.startNanos());
  }

  private void addProcess(JfrRecord event) {
    pid = event.number(JfrField.PID, UNKNOWN);
    process = event.text(JfrField.JAVA_ARGUMENTS).strip().split(" ")[0];
    Matcher version = JAVA_VERSION.matcher(event.text(JfrField.JVM_VERSION));
    java = version.find() ? Integer.parseInt(version.group(1)) : 0;
  }

  private JfrHeap sizedSamples() {
    return sizedSamples.computeIfAbsent(
        interval(settings.alloc()), t -> new JfrHeap(() -> StackSamples.of(Scheme.RECORDED, t)));
  }

  /** The interval to use for a setting; 0 if it is unknown. */
  private long interval(long setting) {
    return options.given().interval(Math.max(0, setting), Evidence.STATED).value();
  }

  private List<Label> thread(JfrRecord event) {
    return threads.name(event.value(JfrField.EVENT_THREAD));
  }

  private static long bytes(JfrRecord event, JfrField field) {
    return Math.max(0, event.number(field, 0));
  }

  /**
   * @param damage of the input; null for none
   */
  RecordedProfile profile(@Nullable String damage) throws HeapConvException {
    recording.damaged(damage, isEmpty());
    addFirstSamples();
    List<RecordedHeap> heaps = new ArrayList<>();
    sizedSamples.forEach(
        (interval, heap) -> {
          Live live = heap.liveSamples() > 0 ? Live.UNCOLLECTED : Live.MOMENT;
          HeapInfo info = info(JAVA, Sampling.of(Scheme.RECORDED, interval), live);
          heaps.add(heap.heap(info, views(heap)));
          if (heap.liveSamples() > 0) {
            notices.add(ErrorId.LIVE_TABLE, heap.liveSamples());
          }
        });
    warnOfLarge();
    // Without events of what lies outside of buffers, large objects are missing.
    boolean hasBuffers = anyNewBuffer && !settings.isOff(outsideType);
    JfrHeap jdk = hasBuffers || jdkSamples.allocSamples() == 0 ? buffers : jdkSamples;
    if (heaps.isEmpty() && jdk.allocSamples() > 0) {
      heaps.add(jdk.heap(info(JAVA, Sampling.scaled(0), Live.MOMENT), List.of(View.ALLOC_SPACE)));
      if (jdk == buffers) {
        warnIfOff(NEW_BUFFER, newBufferType, "most small");
        warnIfOff(OUTSIDE_BUFFERS, outsideType, "large");
      } else if (leftOut > 0) {
        notices.add(ErrorId.UNKNOWN_PAST, leftOut);
      }
    }
    blocks.addLive();
    // Frees may be among what a limit discarded.
    boolean isLimited = settings.reachedLimit(MALLOC, nativeType) > 0;
    boolean knowsLive = blocks.knowsFrees() && !isLimited;
    warnOfLimit(MALLOC, nativeType);
    nativeSamples.forEach(
        (interval, heap) ->
            heaps.add(
                heap.heap(
                    info(MALLOC, Sampling.weighted(interval), Live.MOMENT),
                    knowsLive ? View.ALL : ALLOCATED)));
    warnOfLimit(JAVA, sizedType);
    if (heaps.isEmpty() && ofDatadog) {
      throw HeapConvException.input(
          ErrorId.UNSUPPORTED_FORMAT,
          name,
          "a recording of Datadog's profiler",
          "record with the JDK's Flight Recorder or async-profiler");
    }
    if (heaps.isEmpty()) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE,
          name,
          "this JFR recording has no events of allocations; record with settings=profile, or with"
              + " alloc or nativemem of async-profiler");
    }
    for (RecordedHeap heap : heaps) {
      if (heap.info().provenance().interval() == Evidence.UNKNOWN) {
        notices.add(
            ErrorId.UNKNOWN_INTERVAL,
            "the heap " + heap.info().heap(),
            "its numbers are those of the samples alone");
      }
    }
    heaps.forEach(recording::heap);
    return recording.finish(new CaptureInfo(name, "JFR recording", "", settings.profiler()));
  }

  private void warnIfOff(String event, long type, String objects) {
    if (settings.isOff(type)) {
      notices.add(ErrorId.EVENTS_OFF, event, objects);
    }
  }

  /** If each kind has so many samples that they can shift the other by more than its noise. */
  private void warnOfLarge() {
    boolean isAffected = java > 0 && java < COUNTS_ALL;
    if (isAffected
        && largeSamples > Math.sqrt(smallSamples)
        && smallSamples > Math.sqrt(largeSamples)) {
      notices.add(ErrorId.BESIDE_LARGE, java, largeSamples, settings.alloc(), smallSamples);
    }
  }

  private void warnOfLimit(String heap, long type) {
    long limit = settings.reachedLimit(heap, type);
    if (limit > 0) {
      notices.add(ErrorId.RATE_LIMIT, heap, limit);
    }
  }

  private static List<View> views(JfrHeap heap) {
    return heap.liveSamples() == 0 ? ALLOCATED : heap.allocSamples() == 0 ? LIVE : View.ALL;
  }

  private HeapInfo info(String heap, Sampling sampling, Live live) {
    Evidence found = sampling.isIntervalKnown() ? Evidence.STATED : Evidence.UNKNOWN;
    Evidence ofInterval =
        sampling.isScaled()
            ? Evidence.STATED
            : options.given().interval(sampling.interval(), found).evidence();
    return HeapInfo.of(heap, sampling)
        .withProcess(pid, process)
        .withTimes(lastNanos, Math.max(0, lastNanos - firstNanos))
        .withProvenance(Provenance.STATED.withSampling(Evidence.STATED, ofInterval).withLive(live));
  }
}
