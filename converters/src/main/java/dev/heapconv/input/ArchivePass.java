package dev.heapconv.input;

import dev.heapconv.io.LimitedInflation;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/** Goes through the members of an archive once. This is the only way in which they are opened. */
final class ArchivePass implements Closeable {

  /** The damage of an archive that is cut off, and of the member where it ends. */
  static final String CUT_OFF = "the archive is cut off";

  private final Input archive;
  private final ArchiveInputStream<?> stream;
  private final LimitedInflation.Meter meter;
  private final Limits limits;
  private int members;

  /** The current member, and its bytes. */
  private @Nullable ArchiveEntry entry;

  private InputStream content = InputStream.nullInputStream();

  /**
   * An open member.
   *
   * @param stored its bytes as they are in the archive
   */
  record OpenMember(Input input, Damage damage, InputStream stored) implements Closeable {
    @Override
    public void close() throws IOException {
      input.close();
    }
  }

  /**
   * @param archive the plain bytes of the archive, from which {@code stream} reads
   * @param meter limits what members inflate to
   */
  ArchivePass(
      Input archive, ArchiveInputStream<?> stream, LimitedInflation.Meter meter, Limits limits) {
    this.archive = archive;
    this.stream = stream;
    this.meter = meter;
    this.limits = limits;
  }

  /** Returns how many members were passed, including the current one. */
  int members() {
    return members;
  }

  /**
   * Moves on to the next member that is neither a folder nor a link.
   *
   * @return its name; null after the last member
   * @throws HeapConvException {@link ErrorId#DAMAGED_ARCHIVE} if the rest cannot be read
   */
  @Nullable String next() throws IOException {
    try {
      do {
        if (!(stream instanceof ZipMembers)) {
          // Within the limit: the end of a member may be known only after inflating it.
          content.transferTo(OutputStream.nullOutputStream());
        }
        entry = stream.getNextEntry();
        content = new LimitedInflation(stream, meter);
      } while (entry != null && (entry.isDirectory() || isLink(entry)));
      if (entry != null) {
        members++;
        return entry.getName();
      }
      if (stream instanceof TarStream) {
        // The checksum of the compression around the archive is at its end.
        archive.stream().transferTo(OutputStream.nullOutputStream());
      }
      String damage = archive.damage();
      if (damage != null) {
        throw damaged(damage);
      }
      return null;
    } catch (HeapConvException e) {
      throw e;
    } catch (EOFException e) {
      throw damaged(CUT_OFF).causedBy(e);
    } catch (ZipException | RuntimeException e) {
      // The library does not handle everything that a damaged archive can contain.
      throw damaged("the archive is damaged").causedBy(e);
    } catch (IOException e) {
      throw damaged("the archive is damaged: " + e.getMessage()).causedBy(e);
    }
  }

  private static boolean isLink(ArchiveEntry entry) {
    return entry instanceof TarArchiveEntry file && (file.isLink() || file.isSymbolicLink());
  }

  private HeapConvException damaged(String damage) {
    return HeapConvException.input(ErrorId.DAMAGED_ARCHIVE, archive.name(), damage);
  }

  /**
   * Opens the current member, up to damage in it.
   *
   * @throws HeapConvException {@link ErrorId#ENCRYPTED_MEMBER}, {@link ErrorId#UNSUPPORTED_MEMBER},
   *     or an error of its compression
   */
  OpenMember open() throws IOException {
    ArchiveEntry member = Objects.requireNonNull(entry, "entry");
    String path = archive.name() + InputSource.MEMBER_SEPARATOR + member.getName();
    if (member instanceof ZipArchiveEntry zip && zip.getGeneralPurposeBit().usesEncryption()) {
      throw HeapConvException.input(ErrorId.ENCRYPTED_MEMBER, path);
    }
    if (!stream.canReadEntryData(member)) {
      throw HeapConvException.input(ErrorId.UNSUPPORTED_MEMBER, path);
    }
    Damage damage = new Damage();
    if (stream instanceof TarStream tar && tar.headerIsDamaged()) {
      damage.set("the header of the member is damaged");
    }
    InputStream bytes = content;
    DamageTolerant tolerant =
        new DamageTolerant("archive", damage) {
          @Override
          InputStream open() {
            return CloseShieldInputStream.wrap(bytes);
          }
        };
    return new OpenMember(Inputs.peek(path, tolerant, 1, limits, damage), damage, tolerant);
  }

  @Override
  public void close() throws IOException {
    stream.close();
    archive.close();
  }
}
