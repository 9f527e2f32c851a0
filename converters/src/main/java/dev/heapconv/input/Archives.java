package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;

/** Iterates over the members of zip and tar archives. */
final class Archives {

  private Archives() {}

  /** See {@link InputSource#isArchive}. */
  static boolean isArchive(InputSource source, Limits limits) throws IOException {
    try (InputStream stored = source.openStored()) {
      byte[] head = Inputs.head(source.name(), stored, limits);
      return Inputs.isZip(head) || Inputs.isTar(head);
    }
  }

  /** See {@link InputSource#forEachMember}, for the bytes of an archive. */
  static void forEachMember(
      String name, InputStream stored, Limits limits, InputSource.MemberAction action)
      throws IOException {
    Input whole = Inputs.peekPlain(name, stored, limits);
    try (ArchiveInputStream<?> archive =
        Inputs.isZip(whole.head())
            ? new ZipArchiveInputStream(whole.stream(), "UTF-8", true, true)
            : new TarStream(name, whole.stream())) {
      for (ArchiveEntry entry; (entry = next(archive, name)) != null; ) {
        if (entry.isDirectory() || !archive.canReadEntryData(entry)) {
          continue;
        }
        String member = entry.getName();
        InputStream content = CloseShieldInputStream.wrap(archive);
        try (Input input = Inputs.peekPlain(name + "!" + member, content, limits)) {
          if (!action.accept(member, input)) {
            return;
          }
        }
      }
    }
    if (whole.damage() != null) {
      throw HeapConvException.input(ErrorId.DAMAGED_ARCHIVE, name, whole.damage());
    }
  }

  /** See {@link InputSource#isOneTrace}. */
  static boolean isOneTrace(InputSource source, Limits limits) throws IOException {
    try (InputStream stored = source.openStored()) {
      Input whole = Inputs.peekPlain(source.name(), stored, limits);
      if (!Inputs.isTar(whole.head())) {
        return false;
      }
      try (ArchiveInputStream<?> tar = new TarStream(source.name(), whole.stream())) {
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
      throw HeapConvException.input(ErrorId.DAMAGED_ARCHIVE, name, "the archive is damaged")
          .causedBy(e);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.input(
              ErrorId.DAMAGED_ARCHIVE, name, "the archive is damaged: " + e.getMessage())
          .causedBy(e);
    }
  }
}
