package dev.heapconv.spark;

import dev.heapconv.batch.RecordingReader;
import dev.heapconv.fleet.Hashes;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * An input on a file system of Hadoop. It remembers when the file system failed: unlike a damaged
 * input, it may work again a moment later.
 */
final class HadoopSource implements RecordingReader.Source {

  private final FleetInput input;
  private final Configuration hadoop;
  private boolean asked;
  private @Nullable IOException trouble;

  HadoopSource(FleetInput input, Configuration hadoop) {
    this.input = input;
    this.hadoop = hadoop;
  }

  @Override
  public String name() {
    return input.uri();
  }

  /**
   * At first what was listed, which saves a round trip to the file system; then what is true now,
   * so that a change since is noticed.
   */
  @Override
  public RecordingReader.Stat stat() throws IOException {
    if (!asked && input.size() >= 0) {
      asked = true;
      return new RecordingReader.Stat(input.size(), input.modified());
    }
    try {
      Path local = LocalPaths.unknownToHadoop(input.uri());
      if (local != null) {
        return stat(Files.readAttributes(local, BasicFileAttributes.class));
      }
      FileStatus file = input.path().getFileSystem(hadoop).getFileStatus(input.path());
      if (!file.isFile()) {
        throw HeapConvException.input(ErrorId.NOT_A_FILE, input.uri());
      }
      return new RecordingReader.Stat(file.getLen(), file.getModificationTime());
    } catch (IOException e) {
      throw noted(e);
    }
  }

  private RecordingReader.Stat stat(BasicFileAttributes file) throws HeapConvException {
    if (!file.isRegularFile()) {
      throw HeapConvException.input(ErrorId.NOT_A_FILE, input.uri());
    }
    return new RecordingReader.Stat(file.size(), file.lastModifiedTime().toMillis());
  }

  @Override
  public InputStream open() throws IOException {
    try {
      Path local = LocalPaths.unknownToHadoop(input.uri());
      if (local != null) {
        return new Watched(Files.newInputStream(local));
      }
      return new Watched(input.path().getFileSystem(hadoop).open(input.path()));
    } catch (IOException e) {
      throw noted(e);
    }
  }

  /** The SHA-256 of the content in hexadecimal; empty if it cannot be read. */
  String hash() {
    MessageDigest sha256 = Hashes.newSha256();
    try (InputStream in = open()) {
      new DigestInputStream(in, sha256).transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      return "";
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  /** The last failure of the file system; null if there was none. */
  @Nullable IOException trouble() {
    return trouble;
  }

  private IOException noted(IOException e) {
    HeapConvException lasting = lasting(input.uri(), e);
    if (lasting != null) {
      return lasting;
    }
    trouble = e;
    return e;
  }

  /**
   * What an exception says of a file or folder itself; null if the file system may be the cause.
   */
  static @Nullable HeapConvException lasting(String uri, IOException e) {
    if (e instanceof HeapConvException known) {
      return known;
    }
    // Java's own exception, which Hadoop passes on for local files, tells the two by its text.
    boolean denied =
        e instanceof AccessControlException
            || e instanceof AccessDeniedException
            || (e instanceof FileNotFoundException
                && HeapConvException.reason(e).endsWith("(Permission denied)"));
    if (denied) {
      return HeapConvException.input(ErrorId.PERMISSION_DENIED, uri).causedBy(e);
    }
    return e instanceof FileNotFoundException || e instanceof NoSuchFileException
        ? HeapConvException.input(ErrorId.NO_SUCH_FILE, uri).causedBy(e)
        : null;
  }

  /** What an exception says of a file or folder, or that it cannot be read. */
  static HeapConvException asKnown(String uri, Exception e) {
    HeapConvException lasting = e instanceof IOException problem ? lasting(uri, problem) : null;
    return lasting != null
        ? lasting
        : HeapConvException.input(ErrorId.UNREADABLE, uri, HeapConvException.reason(e)).causedBy(e);
  }

  /** Notes failures while reading. */
  private final class Watched extends FilterInputStream {
    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        throw noted(e);
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        throw noted(e);
      }
    }

    @Override
    public long skip(long n) throws IOException {
      try {
        return super.skip(n);
      } catch (IOException e) {
        throw noted(e);
      }
    }
  }
}
