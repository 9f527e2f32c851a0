package dev.heapconv.symbols;

import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Downloads files with symbols by build id, as <a
 * href="https://sourceware.org/elfutils/Debuginfod.html">debuginfod</a> servers offer them. A
 * server that fails, otherwise than by not having a file, is not asked again.
 */
final class Debuginfod implements Closeable {

  /** For the beginning of an answer, and for each {@link DebuginfodRequest#MIN_BYTES}. */
  static final Duration TIME_OUT = Duration.ofSeconds(30);

  static final long MAX_BYTES = 8L << 30;

  private static final String BINARY = "executable";

  /** With all debug information, and the binary itself, which may have a symbol table. */
  private static final List<String> WITH_SYMBOLS = List.of("debuginfo", BINARY);

  private static final Pattern BUILD_ID = Pattern.compile("([0-9a-f]{2})+");

  /** For one file: an hour. */
  private static final int MAX_TIME_OUTS = 120;

  private final List<URI> servers;
  private final Path folder;
  private final boolean isKept;
  private final long maxBytes;
  private final Duration timeOut;
  private final Map<String, Download> downloads = new ConcurrentHashMap<>();

  /** Why a server is not asked again. */
  private final Map<URI, String> failures = new ConcurrentHashMap<>();

  private final Queue<Problem> news = new ConcurrentLinkedQueue<>();

  /**
   * @param folder where files are kept for further runs; if it is null or cannot be written, a
   *     temporary folder is used
   * @param maxBytes size of the largest file to download, and of the folder
   */
  Debuginfod(List<URI> servers, @Nullable Path folder, long maxBytes, Duration timeOut)
      throws IOException {
    this.servers = List.copyOf(servers);
    Path kept = folder != null && isWritable(folder) ? folder : null;
    isKept = kept != null;
    this.folder = kept == null ? Temporary.folder("symbols") : kept;
    this.maxBytes = maxBytes;
    this.timeOut = timeOut;
  }

  /**
   * What came of asking for a build id.
   *
   * @param file null if no server has one
   * @param problem why servers could not be asked; empty if all answered, or one has the file
   */
  record Fetched(@Nullable SymbolFile file, String problem) {}

  /**
   * What a build id and artifacts name: threads that ask for the same one wait for the first,
   * others do not.
   */
  private static final class Download {
    private @Nullable Fetched found;
  }

  private record KeptFile(File file, long bytes, long used) {}

  private static boolean isWritable(Path folder) {
    try {
      return Files.isWritable(Files.createDirectories(folder));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Asks for the symbols of a build id, once.
   *
   * @throws InterruptedIOException if the thread is interrupted
   */
  Fetched find(String buildId) throws InterruptedIOException {
    return find(buildId, WITH_SYMBOLS);
  }

  /** Likewise for the binary itself. */
  Fetched findBinary(String buildId) throws InterruptedIOException {
    return find(buildId, List.of(BINARY));
  }

  private Fetched find(String buildId, List<String> artifacts) throws InterruptedIOException {
    String key = buildId + artifacts;
    Download download = downloads.computeIfAbsent(key, unused -> new Download());
    synchronized (download) {
      if (download.found == null) {
        download.found =
            BUILD_ID.matcher(buildId).matches() ? ask(buildId, artifacts) : new Fetched(null, "");
      }
      return download.found;
    }
  }

  private Fetched ask(String buildId, List<String> artifacts) throws InterruptedIOException {
    Set<String> problems = new LinkedHashSet<>();
    for (String artifact : artifacts) {
      Path file = folder.resolve(buildId + "." + artifact);
      if (isOf(buildId, file)) {
        // Those that have not been used for longest are deleted first.
        file.toFile().setLastModified(System.currentTimeMillis());
        return found(file, buildId);
      }
      for (URI server : servers) {
        String failure = failures.get(server);
        try {
          if (failure == null
              && download(URI.create(base(server) + buildId + "/" + artifact), buildId, file)) {
            return found(file, buildId);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException();
        } catch (HeapConvException e) {
          // Other files of this server may be of use.
          failure = HeapConvException.reason(e);
          news.add(new Problem(ErrorId.DEBUGINFOD_FAILED, server.getHost(), failure));
        } catch (IOException e) {
          failure = reason(e);
          if (failures.putIfAbsent(server, failure) == null) {
            news.add(new Problem(ErrorId.DEBUGINFOD_FAILED, server.getHost(), failure));
          }
        }
        if (failure != null) {
          problems.add(server.getHost() + ": " + failure);
        }
      }
    }
    return new Fetched(null, String.join("; ", problems));
  }

  private static Fetched found(Path file, String buildId) {
    return new Fetched(new SymbolFile(file, file.toString(), SymbolFile.Format.ELF, buildId), "");
  }

  private String reason(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return "it did not answer within " + timeOut.toSeconds() + " s";
    }
    if (e instanceof UnknownHostException) {
      return "there is no such host";
    }
    return (e instanceof ConnectException ? "it cannot be reached: " : "")
        + HeapConvException.reason(e);
  }

  /** Whether a server is not asked any more. */
  boolean hasFailed() {
    return !failures.isEmpty();
  }

  /** What failed since this was called last. */
  List<Problem> news() {
    List<Problem> found = new ArrayList<>();
    for (Problem next; (next = news.poll()) != null; ) {
      found.add(next);
    }
    return found;
  }

  private static String base(URI server) {
    String text = server.toString();
    return (text.endsWith("/") ? text : text + "/") + "buildid/";
  }

  /** Whether the server has it. */
  private boolean download(URI address, String buildId, Path file)
      throws IOException, InterruptedException {
    Path temporary = Temporary.fileIn(folder, "symbols", ".new.");
    try {
      boolean has =
          new DebuginfodRequest(address, buildId, temporary, maxBytes)
              .send(timeOut, timeOut.multipliedBy(MAX_TIME_OUTS));
      if (has) {
        // Without syncing: whoever reads it looks at its build id.
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
      }
      return has;
    } finally {
      temporary.toFile().delete();
    }
  }

  static boolean isOf(String buildId, Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (ElfFile elf = ElfFile.open(file)) {
      return elf.buildId().equals(buildId);
    } catch (IOException e) {
      return false;
    }
  }

  /** Deletes what is not kept, or was not used for longest where there is too much. */
  @Override
  public void close() throws IOException {
    File[] files = folder.toFile().listFiles();
    if (!isKept) {
      FileUtils.deleteDirectory(folder.toFile());
    } else if (files != null) {
      List<KeptFile> kept = new ArrayList<>();
      for (File file : files) {
        kept.add(new KeptFile(file, file.length(), file.lastModified()));
      }
      kept.sort(Comparator.comparingLong(KeptFile::used).reversed());
      long bytes = 0;
      for (KeptFile each : kept) {
        bytes += each.bytes;
        if (bytes > maxBytes) {
          each.file.delete();
        }
      }
    }
  }
}
