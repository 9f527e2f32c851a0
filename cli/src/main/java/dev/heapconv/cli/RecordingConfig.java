package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;

/**
 * A trace config of Perfetto that records the native heap of a process, and how much memory the
 * process has in all, with the commands that use it as comments.
 *
 * @param process the name of the process, as its command line begins
 * @param interval sampling interval, in bytes
 */
record RecordingConfig(String process, long interval) {

  /** A prime, precise enough for most questions and cheap enough for most devices. */
  static final long USUAL_INTERVAL = 4099;

  private static final String CONFIG =
      """
      # Native heap of %1$s, one sample in %3$s.
      # On a device with Android 10 or newer, where the app is debuggable or profileable:
      #   adb shell perfetto --txt -c - -o /data/misc/perfetto-traces/trace.pftrace < heap.txtpb
      #   adb pull /data/misc/perfetto-traces/trace.pftrace
      #   heapconv trace.pftrace
      buffers { size_kb: 65536 }
      data_sources {
        config {
          name: "android.heapprofd"
          heapprofd_config {
            process_cmdline: "%2$s"
            sampling_interval_bytes: %4$d
            shmem_size_bytes: 8388608
            block_client: true
            # A dump every 5 seconds, for 'heapconv growth'.
            continuous_dump_config { dump_phase_ms: 5000 dump_interval_ms: 5000 }
          }
        }
      }
      # Versions of apps, for the names of Java code.
      data_sources { config { name: "android.packages_list" } }
      # How much memory the process has in all.
      data_sources {
        config {
          name: "linux.process_stats"
          process_stats_config { scan_all_processes_on_start: true proc_stats_poll_ms: 1000 }
        }
      }
      duration_ms: 60000
      write_into_file: true
      flush_timeout_ms: 30000
      """;

  String text() {
    String quoted = process.replace("\\", "\\\\").replace("\"", "\\\"");
    return CONFIG.formatted(process, quoted, HumanNumbers.size(interval), interval);
  }
}
