package dev.heapconv.spark;

import dev.heapconv.cli.FleetCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * Files of the driver's machine that replace those of any file system of Hadoop when they are
 * complete. Whatever is left when this is closed is deleted.
 */
final class LocalFiles implements AutoCloseable {

  private final java.nio.file.Path folder;
  private final List<Replacement> replacements = new ArrayList<>();

  private record Replacement(java.nio.file.Path file, Path target) {}

  LocalFiles() throws IOException {
    folder = Files.createTempDirectory("heapconv");
  }

  /** Has a job write here what its command line names. */
  void replaceOutputsOf(FleetCommand command) throws IOException {
    command.replaceWritten(name -> replacing(LocalPaths.ofHadoop(name)).toString());
  }

  /** A file to write, with the name of the target. */
  private java.nio.file.Path replacing(Path target) throws IOException {
    java.nio.file.Path own = Files.createDirectory(folder.resolve("" + replacements.size()));
    java.nio.file.Path file = own.resolve(target.getName());
    replacements.add(new Replacement(file, target));
    return file;
  }

  /** Copies all files to where their targets are, and gives them their names. */
  void putInPlace(Configuration hadoop) throws IOException {
    for (Replacement replacement : replacements) {
      Path target = replacement.target;
      try (FileSystem files = FileSystem.newInstance(target.toUri(), hadoop)) {
        // A local file system would leave a hidden file with checksums beside each.
        files.setWriteChecksum(false);
        Path copy =
            new Path(
                files.makeQualified(target).getParent(), ".heapconv." + UUID.randomUUID() + ".tmp");
        files.deleteOnExit(copy);
        files.copyFromLocalFile(new Path(replacement.file.toUri()), copy);
        replace(files, copy, target);
      }
    }
  }

  /** Renames a file or folder; what has its name is deleted just before, if it must be. */
  static void replace(FileSystem files, Path from, Path to) throws IOException {
    if (files.exists(to) && !files.delete(to, true)) {
      throw new IOException(to + " cannot be replaced");
    }
    if (!files.rename(from, to)) {
      throw new IOException(from + " cannot be renamed to " + to);
    }
  }

  @Override
  public void close() {
    FileUtil.fullyDelete(folder.toFile());
  }
}
