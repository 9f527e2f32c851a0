package dev.heapconv.spark;

import dev.heapconv.fleet.Hashes;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that executors need beside the inputs, of any file system. They lie in the
 * output folder as one archive while the job runs, and each executor unpacks it once: what Spark
 * itself ships are files of different names, but no local folders. What is at a URI with the scheme
 * {@code local} is on every machine already, as in Spark's own options.
 */
final class Shipment implements AutoCloseable {

  private static final String ON_EVERY_MACHINE = "local:";

  private final Configuration hadoop;
  private final java.nio.file.Path file;
  private final MessageDigest sha256 = Hashes.newSha256();
  private final StringBuilder elsewhere = new StringBuilder();
  private @Nullable ZipOutputStream zip;
  private @Nullable Path sent;
  private int count;

  Shipment(Configuration hadoop) throws IOException {
    this.hadoop = hadoop;
    this.file = Files.createTempFile("heapconv", ".zip");
  }

  /**
   * Adds a file or a folder.
   *
   * @return its place, for {@link ReaderSetup}
   * @throws HeapConvException if it cannot be read
   */
  String add(String argument) throws IOException {
    if (argument.startsWith(ON_EVERY_MACHINE)) {
      String path = LocalPaths.hadoop(argument).toUri().getPath();
      elsewhere.append(path).append('\n');
      return path;
    }
    try {
      Path path = LocalPaths.ofHadoop(argument);
      FileSystem files = path.getFileSystem(hadoop);
      FileStatus status = files.getFileStatus(path);
      String place = count++ + "/" + status.getPath().getName();
      if (status.isFile()) {
        add(files, status.getPath(), place);
      } else {
        int skip = status.getPath().toString().length();
        for (Path found : files(files, status.getPath())) {
          add(files, found, place + found.toString().substring(skip));
        }
      }
      return place;
    } catch (IOException e) {
      throw HadoopSource.asKnown(argument, e);
    } catch (IllegalArgumentException e) {
      throw HeapConvException.input(ErrorId.NO_SUCH_FILE, argument).causedBy(e);
    }
  }

  private static List<Path> files(FileSystem files, Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> tree = files.listFiles(folder, true);
    while (tree.hasNext()) {
      found.add(tree.next().getPath());
    }
    found.sort(Comparator.comparing(Path::toString));
    return found;
  }

  private void add(FileSystem files, Path from, String place) throws IOException {
    ZipOutputStream out = zip;
    if (out == null) {
      out = new ZipOutputStream(Files.newOutputStream(file));
      out.setLevel(Deflater.BEST_SPEED);
      zip = out;
    }
    out.putNextEntry(new ZipEntry(place));
    sha256.update(place.getBytes(StandardCharsets.UTF_8));
    sha256.update((byte) 0);
    try (InputStream in = files.open(from)) {
      in.transferTo(new DigestOutputStream(out, sha256));
    }
    out.closeEntry();
  }

  /** Completes the archive; nothing can be added any more. Empty if nothing was. */
  String uri() throws IOException {
    if (zip == null) {
      return "";
    }
    zip.close();
    return file.toUri().toString();
  }

  /**
   * Puts the complete archive where executors find it.
   *
   * @param target where that is
   * @return its URI; empty if nothing was added
   */
  String send(Path target) throws IOException {
    if (zip == null) {
      return "";
    }
    FileSystem files = target.getFileSystem(hadoop);
    sent = files.makeQualified(target);
    files.copyFromLocalFile(false, true, new Path(file.toUri()), target);
    return files.makeQualified(target).toString();
  }

  /**
   * Unpacks an archive on this machine, until this program ends.
   *
   * @param uri of the archive; empty for none
   * @return the folder in which the places are that {@link #add} returns
   */
  static java.nio.file.Path unpack(String uri, Configuration hadoop) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("heapconv");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> FileUtil.fullyDelete(folder.toFile())));
    if (!uri.isEmpty()) {
      Path archive = new Path(uri);
      try (ZipInputStream in = new ZipInputStream(archive.getFileSystem(hadoop).open(archive))) {
        for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
          java.nio.file.Path file = folder.resolve(entry.getName());
          Files.createDirectories(Objects.requireNonNull(file.getParent()));
          Files.copy(in, file);
        }
      }
    }
    return folder;
  }

  /** Says what was added, by content; what is on every machine only by its path. */
  String fingerprint() {
    return count == 0 && elsewhere.isEmpty()
        ? ""
        : HexFormat.of().formatHex(sha256.digest()) + elsewhere;
  }

  /** Ends the shipment: executors that start later get nothing any more. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    if (sent != null) {
      sent.getFileSystem(hadoop).delete(sent, false);
    }
  }
}
