package dev.heapconv.symbols;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.SourceLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks llvm-symbolizer for functions, source lines and inlined functions. It crashes or hangs on
 * some debug information: then the address at fault is left out, and a new process goes on with the
 * next one. Any number of threads may ask at the same time; each call runs a process of its own.
 */
final class LlvmSymbolizer implements Closeable {

  /** Large debug files take it most of this to load; further answers take milliseconds. */
  static final Duration TIME_OUT = Duration.ofSeconds(60);

  /** Failures at different addresses of a file after which the rest is left out. */
  private static final int MAX_FAILURES = 3;

  private static final String NAME = "llvm-symbolizer";
  private static final Pattern VERSIONED = Pattern.compile(NAME + "-(\\d{1,9})");

  private final Path program;
  private final Duration timeOut;
  private final Set<LlvmProcess> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param timeOut how long it may take to answer for one address
   */
  LlvmSymbolizer(Path program, Duration timeOut) {
    this.program = program;
    this.timeOut = timeOut;
  }

  /**
   * What it knows.
   *
   * @param lines as in {@link AddressNamer#name}; empty also for addresses it failed on
   * @param problem why some addresses were left out; empty if none was
   */
  record Answers(List<List<SourceLine>> lines, String problem) {}

  /** The program in the first folder that has it, of several versions there the newest. */
  static @Nullable Path find(List<Path> folders) {
    for (Path folder : folders) {
      Path found = Files.isExecutable(folder.resolve(NAME)) ? folder.resolve(NAME) : null;
      if (found == null) {
        found = newest(folder);
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Path newest(Path folder) {
    Path newest = null;
    int newestVersion = -1;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAME + "-*")) {
      for (Path file : files) {
        Matcher name = VERSIONED.matcher(file.getFileName().toString());
        if (name.matches()
            && Integer.parseInt(name.group(1)) > newestVersion
            && Files.isExecutable(file)) {
          newest = file;
          newestVersion = Integer.parseInt(name.group(1));
        }
      }
    } catch (IOException e) {
      // Like a shell, which skips folders that it cannot read.
    }
    return newest;
  }

  /**
   * Asks for addresses as in the symbol table of the binary; ascending, each once.
   *
   * @throws InterruptedIOException if the thread is interrupted
   */
  Answers ask(Path file, long[] addresses) throws InterruptedIOException {
    List<List<SourceLine>> lines =
        new ArrayList<>(Collections.nCopies(addresses.length, List.of()));
    String problem = "";
    int failures = 0;
    int next = 0;
    while (next < addresses.length && failures < MAX_FAILURES) {
      String failure = "cannot be started: ";
      try (LlvmProcess process = new LlvmProcess(program, file, addresses, next)) {
        running.add(process);
        try {
          if (closed) {
            throw new InterruptedIOException();
          }
          failure = "";
          while (next < addresses.length) {
            LlvmProcess.Answer answer = process.next(timeOut);
            if (!answer.failure().isEmpty()) {
              failure = answer.failure() + " at 0x" + Long.toHexString(addresses[next]);
              break;
            }
            lines.set(next++, answer.lines());
            problem = problem.isEmpty() ? answer.error() : problem;
          }
        } finally {
          running.remove(process);
        }
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        failure += HeapConvException.reason(e);
      }
      if (!failure.isEmpty()) {
        problem = problem.isEmpty() ? failure : problem;
        failures++;
        next++;
      }
    }
    return new Answers(lines, problem);
  }

  /** Ends all processes; what is being asked ends with an exception. */
  @Override
  public void close() {
    closed = true;
    for (LlvmProcess process : running) {
      process.close();
    }
  }
}
