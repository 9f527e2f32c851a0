package dev.heapconv.input;

import dev.heapconv.input.InputSource.Content;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.ArchiveEntry;

/** What is in an archive, by the beginnings of its members. */
final class Archives {

  private Archives() {}

  /** See {@link InputSource#isArchive}. */
  static boolean isArchive(InputSource source, Limits limits) throws IOException {
    try (InputStream stored = source.openStored()) {
      return Inputs.isArchive(Inputs.head(source.name(), stored, limits));
    }
  }

  /** See {@link InputSource#forEachMember}. */
  static void forEachMember(InputSource source, Limits limits, InputSource.MemberAction action)
      throws IOException {
    visit(source, limits, true, action);
  }

  /**
   * @param inside whether to visit the members of archives inside instead of these
   */
  private static void visit(
      InputSource source, Limits limits, boolean inside, InputSource.MemberAction action)
      throws IOException {
    try (InputStream stored = source.openStored();
        Input whole = Inputs.peekPlain(source.name(), stored, limits);
        Archive archive = Archive.open(whole, limits)) {
      if (visit(archive, "", inside, action) && whole.damage() != null) {
        throw HeapConvException.input(ErrorId.DAMAGED_ARCHIVE, source.name(), whole.damage());
      }
    }
  }

  /** False if the action wants no more. */
  private static boolean visit(
      Archive archive, String prefix, boolean inside, InputSource.MemberAction action)
      throws IOException {
    for (ArchiveEntry entry; (entry = archive.next()) != null; ) {
      String path = prefix + entry.getName();
      try (Input input = opened(archive, entry)) {
        boolean more =
            inside && Inputs.isArchive(input.head()) && archive.mayOpen()
                ? visitInside(archive, input, path + InputSource.MEMBER_SEPARATOR, action)
                : action.accept(path, input);
        if (!more) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean visitInside(
      Archive outer, Input member, String prefix, InputSource.MemberAction action)
      throws IOException {
    try (Archive archive = outer.open(member)) {
      return visit(archive, prefix, true, action);
    } catch (HeapConvException e) {
      // Reported when the archive is converted; the members behind it can still be visited.
      return true;
    }
  }

  /** A member, or nothing in its place if it cannot be opened. */
  private static Input opened(Archive archive, ArchiveEntry entry) throws IOException {
    try {
      return archive.member(entry).input();
    } catch (HeapConvException e) {
      return new Input(
          entry.getName(), new byte[0], InputStream.nullInputStream(), new Damage(), false);
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
        visit(source, limits, false, add);
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
      InputSource source, Limits limits, InputSource.MemberAction action) {
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
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
