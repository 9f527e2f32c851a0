package dev.heapconv.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which process a heap belongs to. Two are the same if their pids and their {@link #fullName}s are.
 * The version of the package does not count: dumps of one process may come from files that know it
 * and from files that do not, because a trace has it only where its recording asked for the list of
 * packages.
 *
 * @param pid process id; -1 if unknown
 * @param name what the process is called: the path of its program, the name of an Android app, or
 *     what a profiler took for it; empty if unknown
 * @param packageVersion name and version code of its package, such as {@code com.example.app 1203};
 *     empty if unknown
 * @param machine which machine of the recording it ran on, such as {@code machine 2}, where another
 *     one has a process with this pid and name; otherwise empty
 */
public record Process(long pid, String name, String packageVersion, String machine) {

  /** A process of which nothing is known. */
  public static final Process UNKNOWN = new Process(-1, "");

  public Process {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(packageVersion, "packageVersion");
    Objects.requireNonNull(machine, "machine");
  }

  /** A process of which pid and name are known, as far as they are. */
  public Process(long pid, String name) {
    this(pid, name, "", "");
  }

  /** The same process by another pid, which is -1 if unknown, and another name. */
  Process named(long number, String text) {
    return new Process(number, text, packageVersion, "");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Process process
        && pid == process.pid
        && fullName().equals(process.fullName());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(pid) * 31 + fullName().hashCode();
  }

  /**
   * The name that tells it apart from all other processes with its pid, as in outputs; empty if
   * unknown.
   */
  public String fullName() {
    if (machine.isEmpty()) {
      return name;
    }
    return name.isEmpty() ? machine : name + " on " + machine;
  }

  /** {@link #fullName} without folders; empty if unknown. */
  public String program() {
    return Mapping.baseName(fullName());
  }

  /** Name of its package, without the version; empty if unknown. */
  public String packageName() {
    int end = packageVersion.indexOf(' ');
    return end < 0 ? packageVersion : packageVersion.substring(0, end);
  }

  /** Name and pid, for people. */
  public String displayName() {
    return withPid(fullName());
  }

  /** Like {@link #displayName}, without folders. */
  public String displayProgram() {
    return withPid(program());
  }

  private String withPid(String text) {
    if (text.isEmpty()) {
      return pid < 0 ? "unknown process" : "pid " + pid;
    }
    return pid < 0 ? text : text + " (" + pid + ")";
  }
}
