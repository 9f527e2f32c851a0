package dev.heapconv.reader.perfetto;

import dev.heapconv.model.EstimatesTrace;
import dev.heapconv.proto.perfetto.DataSourceConfig;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.unskew.WeightedUnskewer;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts in a trace besides its profiles: names of processes, the recording's configuration, the
 * device.
 */
final class TraceFacts {

  private final WireCursor child = new WireCursor();
  private final WireCursor grandchild = new WireCursor();

  /**
   * Android gives each user of a device its own range of uids; the rest of a uid identifies the
   * app.
   */
  private static final long UIDS_PER_USER = 100_000;

  private static final String HEAPPROFD = "android.heapprofd";

  /** The releases of Perfetto whose heapprofd had the cutoff of the published design. */
  private static final int FIRST_WITH_DOCUMENTED_CUTOFF = 13;

  private static final int LAST_WITH_DOCUMENTED_CUTOFF = 16;

  private final Long2ObjectOpenHashMap<String> processNames = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Long> processUids = new Long2ObjectOpenHashMap<>();

  private record InstalledPackage(String name, long versionCode) {}

  private final Map<String, InstalledPackage> packages = new HashMap<>();

  /** Packages by uid; null if several share one. */
  private final Map<Long, @Nullable InstalledPackage> packagesOfUids = new HashMap<>();

  private final Set<String> configuredProcesses = new LinkedHashSet<>();
  private boolean estimates;
  private boolean heapprofdConfigured;
  private long configuredInterval;
  boolean dumpAtMax;
  private String fingerprint = "";
  private String system = "";
  private String service = "";

  void addProcessTree(WireCursor tree) {
    for (int field; (field = tree.nextField()) != 0; ) {
      if (field != ProcessTree.PROCESSES_FIELD_NUMBER) {
        tree.skip();
        continue;
      }
      tree.message(child);
      long pid = -1;
      long uid = -1;
      String name = null;
      for (int part; (part = child.nextField()) != 0; ) {
        switch (part) {
          case ProcessTree.Process.PID_FIELD_NUMBER -> pid = child.integer();
          case ProcessTree.Process.UID_FIELD_NUMBER -> uid = child.integer();
          case ProcessTree.Process.CMDLINE_FIELD_NUMBER -> {
            String argument = InternTable.text(child.copyBytes());
            name = name == null ? argument : name;
          }
          default -> child.skip();
        }
      }
      if (pid >= 0 && name != null && !name.isEmpty()) {
        processNames.put(pid, name);
      }
      if (pid >= 0 && uid >= 0) {
        processUids.put(pid, (Long) uid);
      }
    }
  }

  void addPackages(WireCursor list) {
    for (int field; (field = list.nextField()) != 0; ) {
      if (field != PackagesList.PACKAGES_FIELD_NUMBER) {
        list.skip();
        continue;
      }
      list.message(child);
      String name = "";
      long uid = -1;
      long versionCode = 0;
      for (int part; (part = child.nextField()) != 0; ) {
        switch (part) {
          case PackagesList.PackageInfo.NAME_FIELD_NUMBER ->
              name = InternTable.text(child.copyBytes());
          case PackagesList.PackageInfo.UID_FIELD_NUMBER -> uid = child.integer();
          case PackagesList.PackageInfo.VERSION_CODE_FIELD_NUMBER -> versionCode = child.integer();
          default -> child.skip();
        }
      }
      InstalledPackage installed = new InstalledPackage(name, versionCode);
      InstalledPackage sharing = packagesOfUids.get(uid);
      boolean shared =
          packagesOfUids.containsKey(uid) && (sharing == null || !sharing.name().equals(name));
      packagesOfUids.put(uid, shared ? null : installed);
      packages.put(name, installed);
    }
  }

  /**
   * Name and version code of a process's package: the one with the same name as the process,
   * ignoring any part after a colon, or else the only one with its uid. Empty if unknown.
   */
  String packageVersion(long pid, String processName) {
    int colon = processName.indexOf(':');
    InstalledPackage found =
        packages.get(colon < 0 ? processName : processName.substring(0, colon));
    if (found == null) {
      Long uid = processUids.get(pid);
      found = uid == null ? null : packagesOfUids.get(uid % UIDS_PER_USER);
    }
    return found == null ? "" : found.name() + " " + found.versionCode();
  }

  /**
   * @param losses told which buffers heapprofd writes to
   */
  void addConfig(WireCursor config, BufferLosses losses) {
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case TraceConfig.DATA_SOURCES_FIELD_NUMBER -> addDataSource(config.message(child), losses);
        case TraceConfig.UNIQUE_SESSION_NAME_FIELD_NUMBER ->
            estimates |= InternTable.text(config.copyBytes()).equals(EstimatesTrace.SESSION);
        default -> config.skip();
      }
    }
  }

  private void addDataSource(WireCursor source, BufferLosses losses) {
    for (int field; (field = source.nextField()) != 0; ) {
      if (field == TraceConfig.DataSource.CONFIG_FIELD_NUMBER) {
        addDataSourceConfig(source.message(grandchild), losses);
      } else {
        source.skip();
      }
    }
  }

  private void addDataSourceConfig(WireCursor config, BufferLosses losses) {
    boolean heapprofd = false;
    int buffer = 0;
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case DataSourceConfig.NAME_FIELD_NUMBER ->
            heapprofd |= InternTable.text(config.copyBytes()).equals(HEAPPROFD);
        case DataSourceConfig.TARGET_BUFFER_FIELD_NUMBER -> buffer = (int) config.integer();
        case DataSourceConfig.TARGET_BUFFER_NAME_FIELD_NUMBER -> {
          buffer = BufferLosses.ANY;
          config.skip();
        }
        case DataSourceConfig.HEAPPROFD_CONFIG_FIELD_NUMBER -> {
          heapprofd = true;
          addHeapprofdConfig(config.message(new WireCursor()));
        }
        default -> config.skip();
      }
    }
    if (heapprofd) {
      losses.addTarget(buffer);
    }
  }

  private void addHeapprofdConfig(WireCursor config) {
    heapprofdConfigured = true;
    for (int field; (field = config.nextField()) != 0; ) {
      switch (field) {
        case HeapprofdConfig.SAMPLING_INTERVAL_BYTES_FIELD_NUMBER -> {
          long interval = config.integer();
          configuredInterval = configuredInterval == 0 ? interval : configuredInterval;
        }
        case HeapprofdConfig.PROCESS_CMDLINE_FIELD_NUMBER ->
            configuredProcesses.add(InternTable.text(config.copyBytes()));
        case HeapprofdConfig.DUMP_AT_MAX_FIELD_NUMBER -> dumpAtMax |= config.bool();
        default -> config.skip();
      }
    }
  }

  void addSystemInfo(WireCursor info) {
    for (int field; (field = info.nextField()) != 0; ) {
      switch (field) {
        case SystemInfo.ANDROID_BUILD_FINGERPRINT_FIELD_NUMBER ->
            fingerprint = InternTable.text(info.copyBytes());
        case SystemInfo.TRACING_SERVICE_VERSION_FIELD_NUMBER ->
            service = InternTable.text(info.copyBytes());
        case SystemInfo.UTSNAME_FIELD_NUMBER -> addUtsname(info.message(child));
        default -> info.skip();
      }
    }
  }

  private void addUtsname(WireCursor utsname) {
    String sysname = "";
    String release = "";
    String machine = "";
    for (int field; (field = utsname.nextField()) != 0; ) {
      switch (field) {
        case SystemInfo.Utsname.SYSNAME_FIELD_NUMBER ->
            sysname = InternTable.text(utsname.copyBytes());
        case SystemInfo.Utsname.RELEASE_FIELD_NUMBER ->
            release = InternTable.text(utsname.copyBytes());
        case SystemInfo.Utsname.MACHINE_FIELD_NUMBER ->
            machine = InternTable.text(utsname.copyBytes());
        default -> utsname.skip();
      }
    }
    system = (sysname + " " + release + " " + machine).strip();
  }

  /** Whether dumps of this interval are estimates that this program wrote. */
  boolean areEstimates(long samplingInterval) {
    return estimates && samplingInterval == EstimatesTrace.INTERVAL;
  }

  /** Whether the recording was configured to contain heap profiles. */
  boolean heapprofdConfigured() {
    return heapprofdConfigured;
  }

  /** The sampling interval of the trace's configuration; 0 when there is none. */
  long configuredInterval() {
    return configuredInterval;
  }

  /** Name of a process; empty if unknown. */
  String processName(long pid, int profiledProcesses) {
    String name = processNames.get(pid);
    if (name != null) {
      return name;
    }
    // Without a process tree, use the configuration if it requested one process and got one.
    return profiledProcesses == 1 && configuredProcesses.size() == 1
        ? configuredProcesses.iterator().next()
        : "";
  }

  /** Build fingerprint of an Android device, else system, release and machine. */
  String device() {
    return fingerprint.isEmpty() ? system : fingerprint;
  }

  /** Name and version of the tracing service. */
  String service() {
    return service;
  }

  /**
   * The size in bytes from which heapprofd recorded every allocation: the interval, but the size
   * with a 99 % chance of a sample from 2021-02-16 to 2021-06-08, which is Perfetto v13 to v16.
   */
  long cutoff(long interval) {
    int release = majorVersion(service);
    return release >= FIRST_WITH_DOCUMENTED_CUTOFF && release <= LAST_WITH_DOCUMENTED_CUTOFF
        ? WeightedUnskewer.documentedCutoff(interval)
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
