package dev.heapconv.input;

import dev.heapconv.input.InputSource.Content;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

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

  /** Opens an input that is a zip or a tar. */
  static ArchiveInputStream<?> open(Input whole) throws IOException {
    return Inputs.isZip(whole.head())
        ? new ZipArchiveInputStream(whole.stream(), "UTF-8", true, true)
        : new TarStream(whole.name(), whole.stream());
  }

  /** See {@link InputSource#forEachMember}, for the bytes of an archive. */
  static void forEachMember(
      String name, InputStream stored, Limits limits, InputSource.MemberAction action)
      throws IOException {
    Input whole = Inputs.peekPlain(name, stored, limits);
    try (ArchiveInputStream<?> archive = open(whole)) {
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
  static boolean isOneTrace(InputSource source, Limits limits, Function<byte[], Content> contents)
      throws IOException {
    Set<Content> found = EnumSet.noneOf(Content.class);
    InputSource.MemberAction add =
        (member, input) -> {
          found.add(contents.apply(input.head()));
          return !isOneTrace(found);
        };
    try {
      if (!visitListed(source, limits, add)) {
        source.forEachMember(limits, add);
      }
    } catch (HeapConvException e) {
      // Reported when the archive is converted; what precedes the damage decides.
    }
    return isOneTrace(found);
  }

  private static boolean isOneTrace(Set<Content> found) {
    return found.contains(Content.TRACE) && found.contains(Content.SYMBOLS);
  }

  /**
   * Visits the beginnings of the members of a zip file by its directory, without inflating the
   * rest.
   *
   * @return false if it is something else, or damaged
   */
  private static boolean visitListed(
      InputSource source, Limits limits, InputSource.MemberAction action) throws IOException {
    if (source.path() == null) {
      return false;
    }
    try (ZipFile zip = new ZipFile(source.path().toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try (InputStream in = zip.getInputStream(entry);
            Input input = Inputs.peekPlain(entry.getName(), in, limits)) {
          if (!action.accept(entry.getName(), input)) {
            break;
          }
        }
      }
      return true;
    } catch (ZipException e) {
      return false;
    }
  }

  /**
   * The next member; null after the last.
   *
   * @throws HeapConvException {@link ErrorId#DAMAGED_ARCHIVE} if the rest cannot be read
   */
  static @Nullable ArchiveEntry next(ArchiveInputStream<?> archive, String name)
      throws IOException {
    try {
      return archive.getNextEntry();
    } catch (ZipException | EOFException | RuntimeException e) {
      // The library does not handle everything that a damaged archive can contain.
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
