package dev.heapconv.input;

import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;

/**
 * Goes through the members of zip and tar archives one by one, for who wants each of them by
 * itself.
 */
public final class Archives {

  private Archives() {}

  /** What is done with a member; its stream may be left unread. */
  @FunctionalInterface
  public interface MemberAction {
    void accept(String member, Input input) throws IOException;
  }

  /**
   * Whether a file is an archive, by its content: a zip, or a tar that may be compressed.
   *
   * @throws HeapConvException if it cannot be opened
   */
  public static boolean isArchive(InputSource source, Limits limits) throws IOException {
    try (InputStream stored = source.openStored()) {
      byte[] head = Inputs.head(source.name(), stored, limits);
      return Inputs.isZip(head) || Inputs.isTar(head);
    }
  }

  /**
   * Hands the members of an archive to {@code action} in their order, without their compression.
   *
   * @param stored the bytes of an archive, as {@link #isArchive} knows it
   * @throws HeapConvException of id {@code damaged-archive} where it cannot be followed any further
   */
  public static void forEachMember(
      String name, InputStream stored, Limits limits, MemberAction action) throws IOException {
    Input whole = Inputs.peekPlain(name, stored, limits);
    try (ArchiveInputStream<?> archive =
        Inputs.isZip(whole.head())
            ? new ZipArchiveInputStream(whole.stream(), "UTF-8", true, true)
            : new TarArchiveInputStream(whole.stream())) {
      for (ArchiveEntry entry; (entry = next(archive, name)) != null; ) {
        if (!entry.isDirectory() && archive.canReadEntryData(entry)) {
          action.accept(
              entry.getName(),
              Inputs.peekPlain(
                  name + "!" + entry.getName(), CloseShieldInputStream.wrap(archive), limits));
        }
      }
    }
    if (whole.damage().what() != null) {
      throw HeapConvException.input("damaged-archive", name, whole.damage().what());
    }
  }

  /**
   * Whether an archive is one trace in parts: a tar with symbols or deobfuscation tables beside the
   * trace, as {@code traceconv bundle} makes it. Its members make sense only together.
   */
  public static boolean isOneTrace(InputSource source, Limits limits) throws IOException {
    try (InputStream stored = source.openStored()) {
      Input whole = Inputs.peekPlain(source.name(), stored, limits);
      if (!Inputs.isTar(whole.head())) {
        return false;
      }
      try (ArchiveInputStream<?> tar = new TarArchiveInputStream(whole.stream())) {
        for (ArchiveEntry entry; (entry = next(tar, source.name())) != null; ) {
          String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
          if (name.startsWith("symbols") || name.startsWith("deobfuscation")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static ArchiveEntry next(ArchiveInputStream<?> archive, String name) throws IOException {
    try {
      return archive.getNextEntry();
    } catch (ZipException | EOFException e) {
      throw HeapConvException.input("damaged-archive", name, "the archive is damaged", e);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.input(
          "damaged-archive", name, "the archive is damaged: " + e.getMessage(), e);
    }
  }
}
