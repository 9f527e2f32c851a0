package dev.heapconv.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The process that a heap belongs to. Two processes are equal if their pids and their {@link
 * #fullName}s are. The version of the package does not count, because a trace has it only if the
 * recording asked for the list of packages. So dumps of one process may come from files with and
 * without it.
 *
 * @param pid process id; -1 if unknown
 * @param name name of the process: the path of its program, the name of an Android app, or what a
 *     profiler took for it; empty if unknown
 * @param packageVersion name and version code of its package, such as {@code com.example.app 1203};
 *     empty if unknown
 * @param machine the machine that it ran on, such as {@code machine 2}, if another machine of the
 *     recording has a process with the same pid and name; otherwise empty
 */
public record Process(long pid, String name, String packageVersion, String machine) {

  /** An unknown process. */
  public static final Process UNKNOWN = new Process(-1, "");

  public Process {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(packageVersion, "packageVersion");
    Objects.requireNonNull(machine, "machine");
  }

  /**
   * Creates a process without package and machine.
   *
   * @param pid process id; -1 if unknown
   * @param name name of the process; empty if unknown
   */
  public Process(long pid, String name) {
    this(pid, name, "", "");
  }

  /** Returns a copy with a different pid and name. */
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
   * Returns the name that distinguishes the process from all others with its pid, as outputs show
   * it; empty if unknown.
   */
  public String fullName() {
    if (machine.isEmpty()) {
      return name;
    }
    return name.isEmpty() ? machine : name + " on " + machine;
  }

  /** Returns {@link #fullName} without folders; empty if unknown. */
  public String program() {
    return Mapping.baseName(fullName());
  }

  /** Returns the name of the package, without the version; empty if unknown. */
  public String packageName() {
    int end = packageVersion.indexOf(' ');
    return end < 0 ? packageVersion : packageVersion.substring(0, end);
  }

  /** Returns name and pid for people. */
  public String displayName() {
    return withPid(fullName());
  }

  /** Returns name and pid for people, without folders. */
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
