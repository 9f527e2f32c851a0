package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.proto.perfetto.ChromiumSamplingHeapProfilerConfig;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.TraceAttributes;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.unskew.Sampling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What the configuration of a trace says, and its attributes. */
final class TraceFacts {

  private final WireCursor child = new WireCursor();
  private final WireCursor grandchild = new WireCursor();
  private final WireCursor part = new WireCursor();

  private static final String HEAPPROFD = "android.heapprofd";
  private static final String CHROMIUM = "org.chromium.native_heap_profiler";

  /**
   * {@code base::PoissonAllocationSampler} samples every 128 KiB unless told otherwise (Chromium's
   * {@code HeapProfilingDataSource}).
   */
  private static final long CHROMIUM_DEFAULT = 128 << 10;

  /** Chromium's names of its heaps, which are none of heapprofd's. */
  private static final Set<String> CHROMIUM_HEAPS = Set.of("malloc", "partition_alloc");

  /** The releases of Perfetto whose heapprofd had the cutoff of the published design. */
  private static final int FIRST_WITH_DOCUMENTED_CUTOFF = 13;

  private static final int LAST_WITH_DOCUMENTED_CUTOFF = 16;

  /** What data sources of heapprofd were configured with. */
  final ConfiguredIntervals configuredIntervals = new ConfiguredIntervals();

  private boolean configured;
  private boolean heapprofdConfigured;
  boolean chromiumConfigured;

  /** Mean bytes between two samples of Chromium's heap profiler; 0 if unstated. */
  private long chromiumInterval;

  /** Milliseconds between two of its dumps; 0 if unknown. */
  long chromiumPeriod;

  boolean dumpAtMax;

  /** By key; the last value counts. */
  final Map<String, String> attributes = new LinkedHashMap<>();

  /** Reads a TraceAttributes message. */
  void addAttributes(WireCursor message) {
    while (message.find(TraceAttributes.ATTRIBUTE_FIELD_NUMBER, child)) {
      String key = child.text(TraceAttributes.Attribute.KEY_FIELD_NUMBER, "");
      String value = child.text(TraceAttributes.Attribute.STRING_VALUE_FIELD_NUMBER, "");
      if (child.find(TraceAttributes.Attribute.LONG_VALUE_FIELD_NUMBER)) {
        value = Long.toString(child.integer());
      }
      if (!key.isEmpty()) {
        attributes.put(key, value);
      }
    }
  }

  /**
   * @param losses told which buffers heap profilers write to
   */
  void addConfig(WireCursor config, BufferLosses losses) {
    while (config.find(TraceConfig.DATA_SOURCES_FIELD_NUMBER, child)) {
      while (child.find(TraceConfig.DataSource.CONFIG_FIELD_NUMBER, grandchild)) {
        addDataSourceConfig(grandchild, losses);
      }
    }
  }

  private void addDataSourceConfig(WireCursor config, BufferLosses losses) {
    configured = true;
    boolean profiler = false;
    int buffer = 0;
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case DataSourceConfig.NAME_FIELD_NUMBER -> {
          String name = config.text();
          chromiumConfigured |= name.equals(CHROMIUM);
          profiler |= name.equals(CHROMIUM) || name.equals(HEAPPROFD);
        }
        case DataSourceConfig.TARGET_BUFFER_FIELD_NUMBER -> buffer = (int) config.integer();
        case DataSourceConfig.TARGET_BUFFER_NAME_FIELD_NUMBER -> {
          buffer = BufferLosses.ANY;
          config.skip();
        }
        case DataSourceConfig.HEAPPROFD_CONFIG_FIELD_NUMBER -> {
          profiler = true;
          addHeapprofdConfig(config.message(part));
        }
        case DataSourceConfig.CHROMIUM_SAMPLING_HEAP_PROFILER_FIELD_NUMBER ->
            addChromiumConfig(config.message(part));
        default -> config.skip();
      }
    }
    if (profiler) {
      losses.addTarget(buffer);
    }
  }

  private void addChromiumConfig(WireCursor config) {
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case ChromiumSamplingHeapProfilerConfig.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER ->
            chromiumInterval = Math.max(0, config.integer());
        case ChromiumSamplingHeapProfilerConfig.SAMPLING_INTERVAL_MS_FIELD_NUMBER ->
            chromiumPeriod = Math.max(0, config.integer());
        default -> config.skip();
      }
    }
  }

  private void addHeapprofdConfig(WireCursor config) {
    heapprofdConfigured = true;
    dumpAtMax |= configuredIntervals.add(config);
  }

  /**
   * Who wrote a dump. A trace may have been configured for several profilers, and packets do not
   * name theirs, but what they write differs. Since it names heaps, heapprofd states the interval
   * in each dump; before, as ever, it wrote what was freed with each sample, even if that was 0.
   * Chromium writes neither. Its traces have no configuration if they were recorded with privacy
   * filtering; then the names of its heaps must do.
   *
   * @param dump complete; the configuration precedes the profiles of a trace
   */
  Producer producer(HeapRows dump) {
    boolean fits = dump.samplingInterval == 0 && dump.hasOnlyAllocations();
    return fits && isOfChromium("", dump.heap) ? Producer.CHROMIUM : Producer.HEAPPROFD;
  }

  /**
   * Whether samples in bytes are those of Chromium's heap profiler.
   *
   * @param source the name of their profiler; empty if it was lost
   */
  boolean isOfChromium(String source, String heap) {
    if (!source.isEmpty()) {
      return source.equals(CHROMIUM);
    }
    return configured ? chromiumConfigured : CHROMIUM_HEAPS.contains(heap);
  }

  /**
   * Mean bytes between two samples of Chromium's heap profiler: what is usual if it was configured
   * without, 0 if its configuration is lost.
   */
  long chromiumInterval() {
    return chromiumConfigured && chromiumInterval == 0 ? CHROMIUM_DEFAULT : chromiumInterval;
  }

  /** Where that is known from. */
  Evidence chromiumEvidence() {
    return chromiumInterval > 0
        ? Evidence.STATED
        : chromiumConfigured ? Evidence.ASSUMED : Evidence.UNKNOWN;
  }

  /** Whether the recording was configured to contain heap profiles. */
  boolean heapprofdConfigured() {
    return heapprofdConfigured;
  }

  /**
   * The name by which the configuration requests processes; empty if it has none, several, or a
   * pattern that many names fit.
   */
  String configuredProcess() {
    Set<String> names = configuredIntervals.processes();
    String name = names.size() == 1 ? names.iterator().next() : "";
    return name.contains("*") ? "" : name;
  }

  /**
   * The size in bytes from which heapprofd recorded every allocation: the interval, but the size
   * with a 99 % chance of a sample from 2021-02-16 to 2021-06-08, which is Perfetto v13 to v16.
   *
   * @param service name and version of the tracing service
   */
  static long cutoff(long interval, String service) {
    int release = majorVersion(service);
    return release >= FIRST_WITH_DOCUMENTED_CUTOFF && release <= LAST_WITH_DOCUMENTED_CUTOFF
        ? Sampling.documentedCutoff(interval)
        : interval;
  }

  /** 16 of {@code Perfetto v16.1 (e5293f1cf1)}; 0 if there is none. */
  private static int majorVersion(String service) {
    int before = service.indexOf(" v");
    int version = 0;
    for (int i = before + 2; before >= 0 && i < service.length() && version < 1000; i++) {
      int digit = Character.digit(service.charAt(i), 10);
      if (digit < 0) {
        break;
      }
      version = version * 10 + digit;
    }
    return version;
  }
}
