package dev.heapconv.batch;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes outputs, and their lines in the manifest. Any number of threads may share one.
 *
 * <p>An input is finished once its complete output has its final name and then its line is in the
 * manifest: a batch that was killed in between converts that input again.
 */
final class OutputWriter {

  private final OutputFolder folder;
  private final OutputNames names;
  private final Semaphore cores;
  private final AtomicFile.Guard guard;

  /**
   * What became of a result when its output was written.
   *
   * @param result with the profile as it was written, or why it could not be written
   * @param outputs paths in the output folder
   * @param line for the manifest
   */
  record Written(ReadResult result, List<String> outputs, ByteBuffer line) {}

  /**
   * @param cores of which each thread that calls {@link #write} holds one
   */
  OutputWriter(OutputFolder folder, OutputNames names, Semaphore cores, AtomicFile.Guard guard) {
    this.folder = folder;
    this.names = names;
    this.cores = cores;
    this.guard = guard;
  }

  /** What {@link OutputFolder#done} says. */
  @Nullable ManifestEntry done(ReadResult.Facts facts) {
    return folder.done(facts);
  }

  /**
   * Writes the output of a recording; other results have none.
   *
   * @param stem path of the output of its input, without extension
   * @param members how many members of an archive were converted
   */
  Written write(ReadResult result, String stem, int members) {
    try {
      Format format = folder.outputs.format();
      return result instanceof ReadResult.Recording recording
          ? write(recording, stem, format)
          : written(result, List.of(), members);
    } catch (Throwable e) {
      return written(RecordingReader.failure(result.facts(), e), List.of(), 0);
    }
  }

  private Written write(ReadResult.Recording recording, String stem, Format format)
      throws IOException {
    ReadResult.Facts facts = recording.facts();
    String member = facts.member();
    String own =
        member == null ? stem : names.claim(OutputNames.memberStem(stem, member), facts.name());
    String output = own + format.extension();
    WriteOptions options = folder.outputs.write();
    EstimatedProfile fitting = HeapConv.fitting(recording.profile(), format, options);
    write(folder.output(output), out -> HeapConv.write(fitting, format, options, out));
    return written(new ReadResult.Recording(facts, fitting), List.of(output), 0);
  }

  /** Writes a file; while it is synced, which takes no core, another thread may have that. */
  private void write(Path file, AtomicFile.FileContent content) throws IOException {
    AtomicBoolean complete = new AtomicBoolean();
    try {
      AtomicFile.writeInFolder(
          file,
          out -> {
            content.writeTo(out);
            cores.release();
            complete.set(true);
          },
          guard);
    } finally {
      if (complete.get()) {
        cores.acquireUninterruptibly();
      }
    }
  }

  private Written written(ReadResult result, List<String> outputs, int members) {
    byte[] line = ManifestJson.line(result, folder.settings, members, outputs);
    return new Written(result, outputs, ByteBuffer.wrap(line));
  }

  /**
   * Records what was written.
   *
   * @throws HeapConvException if nothing can be written any more
   */
  void record(Written written) throws HeapConvException {
    if (written.result instanceof ReadResult.Failure failure
        && failure.error() == ErrorId.CANNOT_WRITE) {
      folder.checkSpace();
    }
    folder.manifest.append(written.result.facts().name(), written.line);
  }
}
