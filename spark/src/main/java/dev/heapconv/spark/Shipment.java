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
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that executors need beside the inputs, of any file system. They travel as one
 * archive, because Spark ships neither local folders nor two files of one name. What is at a URI
 * with the scheme {@code local} is on every machine already, as in Spark's own options.
 */
final class Shipment implements AutoCloseable {

  private static final String NAME = "heapconv-files";
  private static final String ON_EVERY_MACHINE = "local:";

  private final Configuration hadoop;
  private final java.nio.file.Path file;
  private final MessageDigest sha256 = Hashes.newSha256();
  private final StringBuilder elsewhere = new StringBuilder();
  private @Nullable ZipOutputStream zip;
  private int count;

  Shipment(Configuration hadoop) throws IOException {
    this.hadoop = hadoop;
    this.file = Files.createTempFile(NAME, ".zip");
  }

  /**
   * Adds a file or a folder.
   *
   * @return its place, for {@link ReaderSetup}
   * @throws HeapConvException if it cannot be read
   */
  String add(String argument) throws IOException {
    if (argument.startsWith(ON_EVERY_MACHINE)) {
      String path = new Path(argument).toUri().getPath();
      elsewhere.append(path).append('\n');
      return path;
    }
    try {
      Path path = new Path(argument);
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
      return NAME + "/" + place;
    } catch (IOException e) {
      HeapConvException lasting = HadoopSource.lasting(argument, e);
      throw lasting != null
          ? lasting
          : HeapConvException.input(ErrorId.UNREADABLE, argument, HeapConvException.reason(e))
              .causedBy(e);
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

  /** Sends what was added to this program and to all executors, those that start later as well. */
  void send(SparkContext context) throws IOException {
    if (zip != null) {
      zip.close();
      context.addArchive(file.toUri() + "#" + NAME);
    }
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
  }
}
