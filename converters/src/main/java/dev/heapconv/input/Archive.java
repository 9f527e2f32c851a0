package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.zip.UnsupportedZipFeatureException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/** A zip or tar, read once from its start: the only way in which members are opened. */
final class Archive implements Closeable {

  /** How many archives may be around a recording. */
  static final int MAX_ARCHIVES = 3;

  /** Damage of an archive, and of the member where it ends. */
  static final String CUT_OFF = "the archive is cut off";

  private final String name;
  private final Limits limits;
  private final ArchiveInputStream<?> stream;

  /** What the outermost archive takes up; what inflates in all of them is measured by it. */
  private final LimitedInflation.Counter stored;

  /** How many archives there are around its members. */
  private final int depth;

  /**
   * A member.
   *
   * @param name its name in the archive
   * @param stored its bytes as they are in the archive
   */
  record Member(String name, Input input, Damage damage, InputStream stored) {}

  private Archive(Input whole, Limits limits, LimitedInflation.Counter stored, int depth)
      throws IOException {
    this.name = whole.name();
    this.limits = limits;
    this.stored = stored;
    this.depth = depth;
    stream =
        Inputs.isZip(whole.head())
            ? new ZipStream(
                depth == 1 ? stored : whole.stream(),
                new LimitedInflation.Meter(name, stored::count, limits))
            : new TarStream(name, depth == 1 ? stored : whole.stream());
  }

  /** Opens an input that is an archive. */
  static Archive open(Input whole, Limits limits) throws IOException {
    return new Archive(whole, limits, new LimitedInflation.Counter(whole.stream()), 1);
  }

  /**
   * Opens a member that is an archive.
   *
   * @throws HeapConvException {@link ErrorId#NESTED_TOO_DEEP}
   */
  Archive open(Input member) throws IOException {
    if (!mayOpen()) {
      throw HeapConvException.input(ErrorId.NESTED_TOO_DEEP, member.name(), MAX_ARCHIVES);
    }
    return new Archive(member, limits, stored, depth + 1);
  }

  /** Whether there are not too many archives around an archive inside. */
  boolean mayOpen() {
    return depth < MAX_ARCHIVES;
  }

  String name() {
    return name;
  }

  Limits limits() {
    return limits;
  }

  /**
   * The next entry that is no folder and no link; null after the last.
   *
   * @throws HeapConvException {@link ErrorId#DAMAGED_ARCHIVE} if the rest cannot be read
   */
  @Nullable ArchiveEntry next() throws IOException {
    try {
      ArchiveEntry entry;
      do {
        entry = stream.getNextEntry();
      } while (entry != null && (entry.isDirectory() || isLink(entry)));
      return entry;
    } catch (HeapConvException e) {
      throw e;
    } catch (UnsupportedZipFeatureException e) {
      throw damaged("where an encrypted member ends is unknown", e);
    } catch (EOFException e) {
      throw damaged(CUT_OFF, e);
    } catch (ZipException | RuntimeException e) {
      // The library does not handle everything that a damaged archive can contain.
      throw damaged("the archive is damaged", e);
    } catch (IOException e) {
      throw damaged("the archive is damaged: " + e.getMessage(), e);
    }
  }

  private static boolean isLink(ArchiveEntry entry) {
    return entry instanceof TarArchiveEntry file && (file.isLink() || file.isSymbolicLink());
  }

  private HeapConvException damaged(String damage, Exception cause) {
    return HeapConvException.input(ErrorId.DAMAGED_ARCHIVE, name, damage).causedBy(cause);
  }

  /**
   * Opens the current entry, up to damage in it.
   *
   * @throws HeapConvException {@link ErrorId#ENCRYPTED_MEMBER}, {@link ErrorId#UNSUPPORTED_MEMBER},
   *     or why its compression cannot be removed
   */
  Member member(ArchiveEntry entry) throws IOException {
    String path = name + "!" + entry.getName();
    if (entry instanceof ZipArchiveEntry zip && zip.getGeneralPurposeBit().usesEncryption()) {
      throw HeapConvException.input(ErrorId.ENCRYPTED_MEMBER, path);
    }
    if (!stream.canReadEntryData(entry)) {
      throw HeapConvException.input(ErrorId.UNSUPPORTED_MEMBER, path);
    }
    Damage damage = new Damage();
    if (stream instanceof TarStream tar && tar.headerIsDamaged()) {
      damage.set("the header of the member is damaged");
    }
    DamageTolerant content =
        new DamageTolerant("archive", damage) {
          @Override
          CloseShieldInputStream open() {
            return CloseShieldInputStream.wrap(stream);
          }
        };
    Input input = Inputs.peek(path, content, depth, limits, damage);
    return new Member(entry.getName(), input, damage, content);
  }

  /** Finds out whether a member of a zip is damaged that nobody reads; tars have no checksums. */
  void skip(Member member) throws IOException {
    if (stream instanceof ZipStream) {
      member.stored().transferTo(OutputStream.nullOutputStream());
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
