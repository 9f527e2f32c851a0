package dev.heapconv.symbols;

import dev.heapconv.io.Temporary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One request to a server, on a thread of its own: whatever an answer does to Java's client, the
 * thread that asks waits for a limited time and gets an exception. Java's own limits are for each
 * wait for more bytes, so that an answer that drips never reaches them, and some answers end in an
 * error of the virtual machine.
 */
final class DebuginfodRequest {

  private static final int BUFFER_BYTES = 64 << 10;

  /** A server that sends less in a time-out would take days for a debug file. */
  static final int MIN_BYTES = 100 << 10;

  private static final int MAX_SHOWN = 200;

  private final URI address;
  private final String buildId;
  private final Path target;
  private final long maxBytes;
  private volatile @Nullable HttpURLConnection connection;

  /** In bytes; the beginning of an answer counts as {@link #MIN_BYTES}. */
  private final AtomicLong progress = new AtomicLong();

  private volatile boolean givenUp;

  /**
   * @param target an existing file for what the server sends
   */
  DebuginfodRequest(URI address, String buildId, Path target, long maxBytes) {
    this.address = address;
    this.buildId = buildId;
    this.target = target;
    this.maxBytes = maxBytes;
  }

  /**
   * Asks the server.
   *
   * @param timeOut for the beginning of the answer, and for each {@link #MIN_BYTES}
   * @param whole for all of it
   * @return whether the server has the file, which is complete then
   * @throws HeapConvException if the file is too large, or cannot be written: other files of the
   *     server can perhaps be used
   * @throws IOException if the server failed
   */
  boolean send(Duration timeOut, Duration whole) throws IOException, InterruptedException {
    FutureTask<Boolean> answer = new FutureTask<>(() -> receive((int) timeOut.toMillis()));
    start(answer);
    long begun = System.nanoTime();
    try {
      while (true) {
        long before = progress.get();
        try {
          return answer.get(timeOut.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          if (progress.get() - before < MIN_BYTES) {
            throw new SocketTimeoutException();
          }
          if (System.nanoTime() - begun > whole.toNanos()) {
            throw new IOException("it did not send the file within " + whole.toSeconds() + " s");
          }
        }
      }
    } catch (ExecutionException e) {
      Throwable failure = e.getCause();
      if (failure instanceof OutOfMemoryError ours) {
        throw ours;
      }
      throw failure instanceof IOException known
          ? known
          : new IOException("its answer cannot be read: " + failure, failure);
    } finally {
      if (!answer.isDone()) {
        giveUp();
      }
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "debuginfod");
    thread.setDaemon(true);
    thread.start();
  }

  /** Has the thread of the request end, without waiting for it. */
  private void giveUp() {
    givenUp = true;
    HttpURLConnection open = connection;
    if (open != null) {
      // Closing may have to wait, too.
      start(new FutureTask<>(open::disconnect, null));
    }
  }

  private boolean receive(int timeOutMillis) throws IOException {
    HttpURLConnection open = connect(timeOutMillis);
    connection = open;
    try {
      return receive(open);
    } finally {
      open.disconnect();
    }
  }

  private boolean receive(HttpURLConnection open) throws IOException {
    int status = open.getResponseCode();
    progress.addAndGet(MIN_BYTES);
    if (status == HttpURLConnection.HTTP_NOT_FOUND) {
      return false;
    }
    String elsewhere = open.getHeaderField("Location");
    if (status / 100 == 3 && elsewhere != null) {
      throw new IOException(
          "it redirects to "
              + elsewhere.substring(0, Math.min(MAX_SHOWN, elsewhere.length()))
              + ", which is not followed");
    }
    if (status != HttpURLConnection.HTTP_OK) {
      throw new IOException("it answered with status " + status);
    }
    try (InputStream in = open.getInputStream();
        OutputStream out =
            Temporary.writing(
                "symbols", target, Files.newOutputStream(target, StandardOpenOption.WRITE))) {
      copy(in, out);
    }
    if (!Debuginfod.isOf(buildId, target)) {
      throw new IOException("it sent something else than the file with this build id");
    }
    return true;
  }

  private HttpURLConnection connect(int timeOutMillis) throws IOException {
    URLConnection opened = address.toURL().openConnection();
    if (!(opened instanceof HttpURLConnection open)) {
      throw new IOException("not an http or https address");
    }
    open.setConnectTimeout(timeOutMillis);
    open.setReadTimeout(timeOutMillis);
    // It would leave the server that the user named.
    open.setInstanceFollowRedirects(false);
    open.setRequestProperty("User-Agent", "heapconv");
    return open;
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long total = 0;
    for (int count; (count = in.read(buffer)) >= 0; ) {
      progress.addAndGet(count);
      total += count;
      if (total > maxBytes) {
        throw HeapConvException.input(ErrorId.TOO_LARGE, address.toString(), maxBytes);
      }
      if (givenUp) {
        throw new InterruptedIOException();
      }
      out.write(buffer, 0, count);
    }
  }
}
