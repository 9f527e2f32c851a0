package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Facts;
import dev.heapconv.model.Label;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessDescriptor;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.ThreadDescriptor;
import dev.heapconv.proto.perfetto.TrackDescriptor;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.List;
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

  private final Long2LongOpenHashMap processesOfThreads = new Long2LongOpenHashMap();

  private final Long2ObjectOpenHashMap<String> threadNames = new Long2ObjectOpenHashMap<>(0);

  private record InstalledPackage(String name, long versionCode) {}

  private final Map<String, InstalledPackage> packages = new HashMap<>();

  /** Packages by uid; null if several share one. */
  private final Map<Long, @Nullable InstalledPackage> packagesOfUids = new HashMap<>();

  /** Null if the trace says nothing of it. */
  private @Nullable MemorySamples memory;

  private String fingerprint = "";
  private String system = "";
  private String service = "";

  Machine(int id) {
    this.id = id;
  }

  /** How much memory its processes had. */
  MemorySamples memory() {
    if (memory == null) {
      memory = new MemorySamples(clocks);
    }
    return memory;
  }

  /** What is known of a process nearest to a time of the profiler's clock. */
  Facts facts(long pid, long time) {
    return memory == null ? Facts.NONE : memory.at(pid, time);
  }

  void addProcessTree(WireCursor tree) {
    for (int field; (field = tree.nextField()) != 0; ) {
      switch (field) {
        case ProcessTree.PROCESSES_FIELD_NUMBER -> addProcess(tree.message(child));
        case ProcessTree.THREADS_FIELD_NUMBER -> addThread(tree.message(child));
        default -> tree.skip();
      }
    }
  }

  private void addThread(WireCursor thread) {
    long tid = thread.integer(ProcessTree.Thread.TID_FIELD_NUMBER, 0);
    long pid = thread.integer(ProcessTree.Thread.TGID_FIELD_NUMBER, 0);
    String name = thread.text(ProcessTree.Thread.NAME_FIELD_NUMBER, "");
    if (tid > 0 && pid > 0) {
      processesOfThreads.put(tid, pid);
      if (!name.isEmpty()) {
        threadNames.putIfAbsent(thread(pid, tid), name);
      }
    }
  }

  /** A thread by its process: a sandboxed one may count the ids of its threads anew. */
  private static long thread(long pid, long tid) {
    return pid << 32 | tid & 0xffff_ffffL;
  }

  /** The labels of a row of a process, with the name of its thread if the trace has one. */
  List<Label> named(long pid, List<Label> labels) {
    if (threadNames.isEmpty() || labels.size() != 1 || !labels.get(0).key().equals(Label.THREAD)) {
      return labels;
    }
    long tid = labels.get(0).number();
    String name = threadNames.get(thread(pid, tid));
    // Several threads may have one name.
    return name == null ? labels : List.of(new Label(Label.THREAD, name + " (" + tid + ")", 0, ""));
  }

  /** The process of a thread; -1 if unknown. */
  long processOfThread(long tid) {
    return processesOfThreads.getOrDefault(tid, -1);
  }

  private void addProcess(WireCursor process) {
    long pid = process.integer(ProcessTree.Process.PID_FIELD_NUMBER, -1);
    long uid = process.integer(ProcessTree.Process.UID_FIELD_NUMBER, -1);
    String name = process.find(ProcessTree.Process.CMDLINE_FIELD_NUMBER) ? process.text() : "";
    if (pid >= 0 && !name.isEmpty()) {
      processNames.put(pid, name);
    }
    if (pid >= 0 && uid >= 0) {
      processUids.put(pid, (Long) uid);
    }
  }

  /**
   * Reads a TrackDescriptor message, which may name processes and threads that no process tree
   * lists.
   */
  void addTrack(WireCursor track) {
    for (int field; (field = track.nextField()) != 0; ) {
      switch (field) {
        case TrackDescriptor.PROCESS_FIELD_NUMBER -> {
          track.message(child);
          long pid = child.integer(ProcessDescriptor.PID_FIELD_NUMBER, -1);
          String name = child.text(ProcessDescriptor.PROCESS_NAME_FIELD_NUMBER, "");
          if (pid >= 0 && !name.isEmpty()) {
            processNames.putIfAbsent(pid, name);
          }
        }
        case TrackDescriptor.THREAD_FIELD_NUMBER -> {
          track.message(child);
          long pid = child.integer(ThreadDescriptor.PID_FIELD_NUMBER, 0);
          long tid = child.integer(ThreadDescriptor.TID_FIELD_NUMBER, 0);
          String name = child.text(ThreadDescriptor.THREAD_NAME_FIELD_NUMBER, "");
          if (pid > 0 && tid > 0) {
            processesOfThreads.putIfAbsent(tid, pid);
            if (!name.isEmpty()) {
              // It is what the thread calls itself, and may change.
              threadNames.put(thread(pid, tid), name);
            }
          }
        }
        default -> track.skip();
      }
    }
  }

  void addPackages(WireCursor list) {
    while (list.find(PackagesList.PACKAGES_FIELD_NUMBER, child)) {
      String name = child.text(PackagesList.PackageInfo.NAME_FIELD_NUMBER, "");
      long uid = child.integer(PackagesList.PackageInfo.UID_FIELD_NUMBER, -1);
      long versionCode = child.integer(PackagesList.PackageInfo.VERSION_CODE_FIELD_NUMBER, 0);
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
        case SystemInfo.UTSNAME_FIELD_NUMBER -> {
          info.message(child);
          String sysname = child.text(SystemInfo.Utsname.SYSNAME_FIELD_NUMBER, "");
          String release = child.text(SystemInfo.Utsname.RELEASE_FIELD_NUMBER, "");
          String machine = child.text(SystemInfo.Utsname.MACHINE_FIELD_NUMBER, "");
          system = (sysname + " " + release + " " + machine).strip();
        }
        default -> info.skip();
      }
    }
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
