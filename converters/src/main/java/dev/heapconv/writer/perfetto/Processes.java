package dev.heapconv.writer.perfetto;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.perfetto.EstimatesTrace;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes of a profile with their packages. A trace needs a pid for each of them: where it is
 * unknown, or belongs to another process already, one is made up.
 */
final class Processes {

  /** Uids of apps begin here on Android. */
  private static final int FIRST_UID = 10_000;

  private record Process(long pid, String name) {}

  private final Map<Process, Long> pids = new LinkedHashMap<>();
  private final Map<Process, String> packages = new HashMap<>();
  private final Map<String, Integer> uids = new LinkedHashMap<>();

  Processes(List<EstimatedHeap> heaps) {
    Map<Long, Process> ofPid = new HashMap<>();
    long madeUp = EstimatesTrace.FIRST_MADE_UP_PID;
    for (EstimatedHeap heap : heaps) {
      Process process = process(heap.info());
      if (pids.containsKey(process)) {
        continue;
      }
      boolean usable = process.pid > 0 && process.pid < EstimatesTrace.FIRST_MADE_UP_PID;
      boolean own = usable && ofPid.putIfAbsent(process.pid, process) == null;
      pids.put(process, own ? process.pid : madeUp++);
      String packageVersion = heap.info().packageVersion();
      if (!packageVersion.isEmpty()) {
        packages.put(process, packageVersion);
        uids.putIfAbsent(packageVersion, FIRST_UID + uids.size());
      }
    }
  }

  private static Process process(HeapInfo info) {
    return new Process(info.pid(), info.process());
  }

  long pid(HeapInfo info) {
    return pids.getOrDefault(process(info), 0L);
  }

  void writeTo(PacketStream packets) throws IOException {
    MessageBuffer message = new MessageBuffer();
    MessageBuffer list = new MessageBuffer();
    for (Map.Entry<Process, Long> entry : pids.entrySet()) {
      Process process = entry.getKey();
      message.add(ProcessTree.Process.PID_FIELD_NUMBER, entry.getValue());
      message.add(ProcessTree.Process.CMDLINE_FIELD_NUMBER, process.name);
      String packageVersion = packages.get(process);
      if (packageVersion != null) {
        message.add(ProcessTree.Process.UID_FIELD_NUMBER, uids.getOrDefault(packageVersion, 0));
      }
      list.add(ProcessTree.PROCESSES_FIELD_NUMBER, message);
    }
    packets.write(TracePacket.PROCESS_TREE_FIELD_NUMBER, list);
    for (Map.Entry<String, Integer> entry : uids.entrySet()) {
      String text = entry.getKey();
      int space = text.lastIndexOf(' ');
      message.add(
          PackagesList.PackageInfo.NAME_FIELD_NUMBER, text.substring(0, Math.max(0, space)));
      message.add(PackagesList.PackageInfo.UID_FIELD_NUMBER, entry.getValue());
      message.add(PackagesList.PackageInfo.VERSION_CODE_FIELD_NUMBER, version(text, space));
      list.add(PackagesList.PACKAGES_FIELD_NUMBER, message);
    }
    if (!uids.isEmpty()) {
      packets.write(TracePacket.PACKAGES_LIST_FIELD_NUMBER, list);
    }
  }

  /** The version code after the name of a package; 0 if it is none. */
  private static long version(String text, int space) {
    try {
      return Long.parseLong(text.substring(space + 1));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
