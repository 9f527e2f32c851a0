package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessDescriptor;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TrackDescriptor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a trace says of one of the machines it was recorded on: its clocks, processes, packages and
 * system. One trace may hold several, such as a host and its virtual machines, whose process ids
 * and clocks have nothing to do with each other.
 */
final class Machine {

  /**
   * Android gives each user of a device its own range of uids; the rest of a uid identifies the
   * app.
   */
  private static final long UIDS_PER_USER = 100_000;

  /** Its id in the trace; 0 for the one that the tracing service ran on. */
  final int id;

  final ClockTable clocks = new ClockTable();
  final ProfilerErrors flags = new ProfilerErrors();
  private final WireCursor child = new WireCursor();
  private final Long2ObjectOpenHashMap<String> processNames = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Long> processUids = new Long2ObjectOpenHashMap<>();

  private record InstalledPackage(String name, long versionCode) {}

  private final Map<String, InstalledPackage> packages = new HashMap<>();

  /** Packages by uid; null if several share one. */
  private final Map<Long, @Nullable InstalledPackage> packagesOfUids = new HashMap<>();

  private String fingerprint = "";
  private String system = "";
  private String service = "";

  Machine(int id) {
    this.id = id;
  }

  void addProcessTree(WireCursor tree) {
    while (tree.find(ProcessTree.PROCESSES_FIELD_NUMBER)) {
      tree.message(child);
      long pid = -1;
      long uid = -1;
      String name = null;
      for (int part; (part = child.nextField()) != 0; ) {
        switch (part) {
          case ProcessTree.Process.PID_FIELD_NUMBER -> pid = child.integer();
          case ProcessTree.Process.UID_FIELD_NUMBER -> uid = child.integer();
          case ProcessTree.Process.CMDLINE_FIELD_NUMBER -> {
            String argument = child.text();
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

  /** Reads a TrackDescriptor message, which may name a process that no process tree lists. */
  void addTrack(WireCursor track) {
    while (track.find(TrackDescriptor.PROCESS_FIELD_NUMBER)) {
      track.message(child);
      long pid = -1;
      String name = "";
      for (int part; (part = child.nextField()) != 0; ) {
        switch (part) {
          case ProcessDescriptor.PID_FIELD_NUMBER -> pid = child.integer();
          case ProcessDescriptor.PROCESS_NAME_FIELD_NUMBER -> name = child.text();
          default -> child.skip();
        }
      }
      if (pid >= 0 && !name.isEmpty()) {
        processNames.putIfAbsent(pid, name);
      }
    }
  }

  void addPackages(WireCursor list) {
    while (list.find(PackagesList.PACKAGES_FIELD_NUMBER)) {
      list.message(child);
      String name = "";
      long uid = -1;
      long versionCode = 0;
      for (int part; (part = child.nextField()) != 0; ) {
        switch (part) {
          case PackagesList.PackageInfo.NAME_FIELD_NUMBER -> name = child.text();
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

  void addSystemInfo(WireCursor info) {
    for (int field; (field = info.nextField()) != 0; ) {
      switch (field) {
        case SystemInfo.ANDROID_BUILD_FINGERPRINT_FIELD_NUMBER -> fingerprint = info.text();
        case SystemInfo.TRACING_SERVICE_VERSION_FIELD_NUMBER -> service = info.text();
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
        case SystemInfo.Utsname.SYSNAME_FIELD_NUMBER -> sysname = utsname.text();
        case SystemInfo.Utsname.RELEASE_FIELD_NUMBER -> release = utsname.text();
        case SystemInfo.Utsname.MACHINE_FIELD_NUMBER -> machine = utsname.text();
        default -> utsname.skip();
      }
    }
    system = (sysname + " " + release + " " + machine).strip();
  }

  /** Name of a process; empty if unknown. */
  String processName(long pid) {
    return processNames.getOrDefault(pid, "");
  }

  /** Build fingerprint of an Android device, else system, release and machine. */
  String device() {
    return fingerprint.isEmpty() ? system : fingerprint;
  }

  /** Name and version of the tracing service. */
  String service() {
    return service;
  }
}
