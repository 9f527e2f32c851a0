package dev.heapconv.batch;

import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a batch: a file of JSON lines to which a running batch only appends whole lines.
 * If an input has several lines, the last one counts. An incomplete last line, left by a killed
 * batch, is removed when the manifest is opened again.
 */
final class Manifest implements Closeable {

  static final String FILE_NAME = "manifest.jsonl";

  private final Path file;
  private final FileChannel channel;
  private final NavigableMap<String, ManifestEntry> earlier = new TreeMap<>();

  /** Whether the file contains lines that no longer count. */
  private boolean superseded;

  private Manifest(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Opens a manifest, or begins one. */
  static Manifest open(Path file) throws HeapConvException {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      Manifest manifest = new Manifest(file, channel);
      channel.truncate(
          manifest.eachLine(
              (end, line, entry) ->
                  manifest.superseded |=
                      entry == null || manifest.earlier.put(entry.input(), entry) != null));
      channel.position(channel.size());
      return manifest;
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static HeapConvException failure(Path file, IOException e) {
    return HeapConvException.output(
            ErrorId.CANNOT_WRITE_MANIFEST, file.toString(), HeapConvException.reason(e))
        .causedBy(e);
  }

  /** The entries of earlier batches by input. */
  NavigableMap<String, ManifestEntry> earlier() {
    return earlier;
  }

  /**
   * Appends a line. If that fails, nothing of it stays in the file.
   *
   * @param line with its end
   * @throws HeapConvException of kind output if it cannot be written
   */
  synchronized void append(String input, ByteBuffer line) throws HeapConvException {
    superseded |= earlier.containsKey(input);
    try {
      long before = channel.position();
      try {
        while (line.hasRemaining()) {
          channel.write(line);
        }
      } catch (IOException e) {
        channel.truncate(before);
        throw e;
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /**
   * Removes the lines that no longer count, if there are any. Call this after the last line was
   * appended.
   */
  void compact(AtomicFile.Guard guard) throws IOException {
    if (superseded) {
      Map<String, Long> last = new HashMap<>();
      eachLine(
          (end, line, entry) -> {
            if (entry != null) {
              last.put(entry.input(), end);
            }
          });
      AtomicFile.write(
          file,
          out ->
              eachLine(
                  (end, line, entry) -> {
                    if (entry != null && last.remove(entry.input(), end)) {
                      out.write(line);
                      out.write('\n');
                    }
                  }),
          guard);
    }
  }

  /** Receives the complete lines, where they end, and what they say unless they are not valid. */
  private interface LineAction {
    void accept(long end, byte[] line, @Nullable ManifestEntry entry) throws IOException;
  }

  /** Returns the length of the file up to the end of the last complete line. */
  private long eachLine(LineAction action) throws IOException {
    long end = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 256 << 10)) {
      for (int b; (b = in.read()) >= 0; ) {
        if (b != '\n') {
          line.write(b);
          continue;
        }
        byte[] bytes = line.toByteArray();
        end += bytes.length + 1;
        action.accept(end, bytes, ManifestJson.read(bytes));
        line.reset();
      }
    }
    return end;
  }

  @Override
  public synchronized void close() throws HeapConvException {
    try (channel) {
      channel.force(true);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }
}
