package dev.heapconv.input;

import dev.heapconv.input.InputSource.ArchiveMember;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.io.BlockStream;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the recordings of an archive in two passes: the first one judges the members, and the
 * second one reads them. A trace and the symbols beside it become one stream, because concatenated
 * traces are a trace.
 */
final class ArchiveRecordings {

  private final Archive archive;
  private final List<ArchiveMember> members;
  private final @Nullable String wanted;
  private TraceManifest manifest = TraceManifest.NONE;

  /** The numbers of the members to read. */
  private final BitSet recordings = new BitSet();

  private final BitSet symbols = new BitSet();
  private final List<HeapConvException> failures = new ArrayList<>();

  /** The first member whose format is recognized but not read. */
  private @Nullable Input unread;

  private boolean anyUsed;

  /**
   * @param wanted the name of the member to read; null for all
   */
  ArchiveRecordings(
      Archive archive, @Nullable String wanted, Function<byte[], InputContent> contents)
      throws IOException {
    this.archive = archive;
    this.wanted = wanted;
    members = members(archive, contents);
    if (members.stream().anyMatch(member -> member.content() == InputContent.MANIFEST)) {
      readManifest();
    }
    for (int i = 0; i < members.size(); i++) {
      InputContent content = members.get(i).content();
      boolean named = members.get(i).name().equals(wanted);
      symbols.set(i, content == InputContent.SYMBOLS && !named);
      recordings.set(
          i, wanted == null ? content.isRecording() : named && content != InputContent.ARCHIVE);
    }
    if (wanted == null && recordings.isEmpty() && !symbols.isEmpty()) {
      // A trace that begins with its symbols looks like symbols.
      recordings.set(symbols.nextSetBit(0));
      symbols.andNot(recordings);
    }
  }

  /** Lists the members of an archive, up to damage in it. */
  static List<ArchiveMember> members(Archive archive, Function<byte[], InputContent> contents)
      throws IOException {
    List<ArchiveMember> members = new ArrayList<>();
    try (ArchivePass pass = archive.pass()) {
      for (String name; (name = pass.next()) != null; ) {
        members.add(new ArchiveMember(name, content(pass, contents)));
      }
    } catch (HeapConvException e) {
      // The second pass reports the damage.
    }
    return members;
  }

  private static InputContent content(ArchivePass pass, Function<byte[], InputContent> contents)
      throws IOException {
    try (Input input = pass.open().input()) {
      return Inputs.isArchive(input.head())
          ? InputContent.ARCHIVE
          : TraceManifest.isManifest(input.head())
              ? InputContent.MANIFEST
              : contents.apply(input.head());
    } catch (HeapConvException e) {
      return InputContent.OTHER;
    }
  }

  private void readManifest() throws IOException {
    try (ArchivePass pass = archive.pass()) {
      for (ArchiveMember member : members) {
        pass.next();
        if (member.content() == InputContent.MANIFEST) {
          try (Input input = pass.open().input()) {
            manifest = TraceManifest.read(input);
          }
        }
      }
    } catch (HeapConvException e) {
      failures.add(e);
    }
  }

  /** See {@link InputSource#forEachRecording}. */
  List<HeapConvException> visitAll(InputSource.RecordingVisitor visitor) throws IOException {
    if (!symbols.isEmpty() && recordings.cardinality() > 1) {
      throw HeapConvException.input(
          ErrorId.AMBIGUOUS_SYMBOLS, archive.name(), recordings.cardinality());
    }
    visitMembers(visitor);
    if (!anyUsed && failures.isEmpty() && unread != null) {
      // The visitor fails with a message about its format.
      visitor.visit(unread);
    } else if (!anyUsed && failures.isEmpty()) {
      throw wanted == null
          ? HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, archive.name(), members.size())
          : HeapConvException.input(ErrorId.NO_SUCH_MEMBER, archive.name(), wanted);
    } else if (!anyUsed) {
      throw failures.get(0);
    }
    return failures;
  }

  private void visitMembers(InputSource.RecordingVisitor visitor) throws IOException {
    try (ArchivePass pass = archive.pass()) {
      for (int i = 0; i < members.size(); i++) {
        pass.next();
        try (ArchivePass.OpenMember member = pass.open()) {
          if (!recordings.get(i)) {
            leaveOut(members.get(i), member);
          } else if (!visit(members.get(i), member, visitor)) {
            return;
          }
        } catch (HeapConvException e) {
          if (isWanted(members.get(i).name())) {
            failures.add(e);
          }
        }
      }
      pass.next();
    } catch (HeapConvException e) {
      failures.add(e);
    }
  }

  /** Whether a member was asked for, or contains the one that was asked for. */
  private boolean isWanted(String name) {
    return wanted == null
        || wanted.equals(name)
        || wanted.startsWith(name + InputSource.MEMBER_SEPARATOR);
  }

  /** Skips a member that is no recording, but fails if it may be a damaged recording. */
  private void leaveOut(ArchiveMember listed, ArchivePass.OpenMember member) throws IOException {
    Input input = member.input();
    if (listed.content() == InputContent.ARCHIVE) {
      throw HeapConvException.input(ErrorId.ARCHIVE_IN_ARCHIVE, input.name());
    }
    if (wanted != null || listed.content() == InputContent.SYMBOLS) {
      return;
    }
    if (listed.content() == InputContent.UNREAD && unread == null) {
      unread = input.through(InputStream.nullInputStream());
    }
    member.stored().transferTo(OutputStream.nullOutputStream());
    String problem = member.damage().what();
    if (problem == null
        && listed.content() == InputContent.OTHER
        && Input.isNamedLikeProfile(listed.name())) {
      problem = "its name is that of a profile, but its content is not";
    }
    // This damage is reported for the whole archive.
    if (problem != null && !problem.equals(ArchivePass.CUT_OFF)) {
      throw HeapConvException.input(ErrorId.UNREADABLE, input.name(), problem);
    }
  }

  /** Returns false if the visitor wants no more recordings. */
  private boolean visit(
      ArchiveMember listed, ArchivePass.OpenMember member, InputSource.RecordingVisitor visitor)
      throws IOException {
    Input trace = member.input().with(manifest.of(listed.name()));
    boolean complete = symbols.isEmpty() || listed.content() == InputContent.PROFILE;
    try (Input input = complete ? trace : trace.through(new WithSymbols(member))) {
      boolean more = visitor.visit(input);
      anyUsed = true;
      return more;
    }
  }

  /** A trace, followed by the symbols of the archive. */
  private final class WithSymbols extends BlockStream {
    private final Damage damage;
    private Input current;
    private @Nullable ArchivePass pass;
    private int next = symbols.nextSetBit(0);

    WithSymbols(ArchivePass.OpenMember trace) {
      super(trace.input().stream());
      damage = trace.damage();
      current = trace.input();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      while (true) {
        int n = in.read(target, offset, length);
        damage.set(n < 0 ? current.damage() : null);
        if (n >= 0 || next < 0) {
          return n;
        }
        pass = pass == null ? archive.pass() : pass;
        while (pass.members() <= next) {
          pass.next();
        }
        current.close();
        current = pass.open().input();
        in = current.stream();
        next = symbols.nextSetBit(next + 1);
      }
    }

    @Override
    public void close() throws IOException {
      next = -1;
      current.close();
      if (pass != null) {
        pass.close();
      }
    }
  }
}
