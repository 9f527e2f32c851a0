package dev.heapconv.symbols;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.temporary.Temporary;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Downloads files with symbols by build id, as <a
 * href="https://sourceware.org/elfutils/Debuginfod.html">debuginfod</a> servers offer them. A
 * server that does not answer is not asked again.
 */
final class Debuginfod implements Closeable {

  /** For connecting, for each wait for more data, and for every {@link #MIN_BYTES}. */
  static final Duration TIME_OUT = Duration.ofSeconds(30);

  static final long MAX_BYTES = 8L << 30;

  /** With all debug information, and the binary itself, which may have a symbol table. */
  private static final List<String> ARTIFACTS = List.of("debuginfo", "executable");

  private static final Pattern BUILD_ID = Pattern.compile("([0-9a-f]{2})+");
  private static final int BUFFER_BYTES = 64 << 10;

  /** A server that sends less would take days for a debug file. */
  private static final int MIN_BYTES = 100 << 10;

  private final List<URI> servers;
  private final Path folder;
  private final boolean isKept;
  private final long maxBytes;
  private final Duration timeOut;
  private final Map<String, Download> downloads = new ConcurrentHashMap<>();
  private final Set<URI> silent = ConcurrentHashMap.newKeySet();

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
   * @param problem why servers could not be asked; empty if all answered
   */
  record Fetched(@Nullable SymbolFile file, String problem) {}

  /** What a build id names: threads that ask for the same one wait for the first, others do not. */
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

  /** Asks for a build id, once. */
  Fetched find(String buildId) {
    Download download = downloads.computeIfAbsent(buildId, unused -> new Download());
    synchronized (download) {
      if (download.found == null) {
        download.found = BUILD_ID.matcher(buildId).matches() ? ask(buildId) : new Fetched(null, "");
      }
      return download.found;
    }
  }

  private Fetched ask(String buildId) {
    String problem = "";
    for (String artifact : ARTIFACTS) {
      Path file = folder.resolve(buildId + "." + artifact);
      if (isOf(buildId, file)) {
        // Those that have not been used for longest are deleted first.
        file.toFile().setLastModified(System.currentTimeMillis());
        return found(file, buildId);
      }
      for (URI server : servers) {
        try {
          if (!silent.contains(server)
              && download(URI.create(base(server) + buildId + "/" + artifact), buildId, file)) {
            return found(file, buildId);
          }
        } catch (SocketTimeoutException e) {
          silent.add(server);
          problem = server.getHost() + " did not answer within " + timeOut.toSeconds() + " s";
        } catch (UnknownHostException e) {
          silent.add(server);
          problem = server.getHost() + " is not a known host";
        } catch (ConnectException e) {
          silent.add(server);
          problem = server.getHost() + " cannot be reached: " + HeapConvException.reason(e);
        } catch (IOException e) {
          problem = server.getHost() + ": " + HeapConvException.reason(e);
        }
      }
    }
    return new Fetched(null, problem);
  }

  private static Fetched found(Path file, String buildId) {
    return new Fetched(new SymbolFile(file, file.toString(), SymbolFile.Format.ELF, buildId), "");
  }

  private static String base(URI server) {
    String text = server.toString();
    return (text.endsWith("/") ? text : text + "/") + "buildid/";
  }

  /** Whether the server has it. */
  private boolean download(URI address, String buildId, Path file) throws IOException {
    HttpURLConnection connection = connect(address);
    try {
      int status = connection.getResponseCode();
      if (status == HttpURLConnection.HTTP_NOT_FOUND) {
        return false;
      }
      String target = connection.getHeaderField("Location");
      if (status / 100 == 3 && target != null) {
        throw new IOException("it redirects to " + target + ", which is not followed");
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new IOException("it answered with status " + status);
      }
      Path temporary = Files.createTempFile(folder, ".new.", "");
      try {
        try (InputStream in = connection.getInputStream();
            OutputStream out = Files.newOutputStream(temporary)) {
          copy(in, out);
        }
        if (!isOf(buildId, temporary)) {
          throw new IOException("it sent something else than the file with this build id");
        }
        // Without syncing: whoever reads it looks at its build id.
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        return true;
      } finally {
        Files.deleteIfExists(temporary);
      }
    } finally {
      connection.disconnect();
    }
  }

  private HttpURLConnection connect(URI address) throws IOException {
    URLConnection opened = address.toURL().openConnection();
    if (!(opened instanceof HttpURLConnection connection)) {
      throw new IOException("not an http or https address");
    }
    connection.setConnectTimeout((int) timeOut.toMillis());
    connection.setReadTimeout((int) timeOut.toMillis());
    // It would leave the server that the user named.
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("User-Agent", "heapconv");
    return connection;
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long total = 0;
    long lately = 0;
    long since = System.nanoTime();
    for (int count; (count = in.read(buffer)) >= 0; ) {
      total += count;
      lately += count;
      if (System.nanoTime() - since > timeOut.toNanos()) {
        if (lately < MIN_BYTES) {
          throw new SocketTimeoutException();
        }
        lately = 0;
        since = System.nanoTime();
      }
      if (total > maxBytes) {
        throw new IOException("its file is larger than the limit of " + maxBytes + " bytes");
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException();
      }
      out.write(buffer, 0, count);
    }
  }

  private static boolean isOf(String buildId, Path file) {
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
