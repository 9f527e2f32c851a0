package dev.heapconv.input;

import dev.heapconv.input.InputSource.Content;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.jspecify.annotations.Nullable;

/**
 * Reads the recordings of an archive in one pass, and those of archives inside. A trace and the
 * symbols beside it in the same archive become one stream, because concatenated traces are a trace.
 * What must wait is held in memory: symbols until their trace is found, and an archive between a
 * trace and symbols that may follow.
 */
final class ArchiveRecordings implements Closeable {

  /**
   * A recording, or an archive inside.
   *
   * @param content null if it is an archive
   * @param inside the member of it to read; null for all
   */
  private record Found(
      Input input, Damage damage, @Nullable Content content, @Nullable String inside)
      implements Closeable {
    @Override
    public void close() throws IOException {
      input.close();
    }
  }

  private final Archive archive;
  private final @Nullable String wanted;
  private final Function<byte[], Content> contents;

  /** Symbols that were found before a trace, and the name of the first. */
  private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();

  private @Nullable String symbolsName;
  private @Nullable String symbolsDamage;

  /** Archives inside that were found behind a trace. */
  private final Deque<Found> waiting = new ArrayDeque<>();

  private int waitingBytes;

  private final List<HeapConvException> failures = new ArrayList<>();
  private int members;

  /** Those of this archive itself. */
  private int recordings;

  /** Those that the visitor could use, here and inside. */
  private int used;

  private boolean ended;

  /** The first member of a kind that is known, but not read. */
  private @Nullable Input unread;

  /** Whether an archive inside was taken up. */
  private boolean opened;

  /** What comes next. */
  private @Nullable Found next;

  /**
   * @param wanted the name of the member to read; null for all
   */
  ArchiveRecordings(Archive archive, @Nullable String wanted, Function<byte[], Content> contents) {
    this.archive = archive;
    this.wanted = wanted;
    this.contents = contents;
  }

  /** See {@link InputSource#forEachRecording}. */
  List<HeapConvException> visitAll(InputSource.Visitor visitor) throws IOException {
    if (visitMembers(visitor) && used == 0) {
      if (failures.isEmpty() && unread != null) {
        // Which says what it is.
        visitor.visit(unread);
        return failures;
      }
      throw failures.isEmpty()
          ? HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, archive.name(), members)
          : failures.get(0);
    }
    return failures;
  }

  /** False if the visitor wants no more. */
  private boolean visitMembers(InputSource.Visitor visitor) throws IOException {
    for (Found found; (found = take()) != null; ) {
      if (!visit(found, visitor)) {
        return false;
      }
    }
    if (recordings == 0 && symbolsName != null && !visitSymbols(symbolsName, visitor)) {
      return false;
    }
    if (wanted != null && recordings == 0 && !opened && failures.isEmpty()) {
      throw HeapConvException.input(ErrorId.NO_SUCH_MEMBER, archive.name(), wanted);
    }
    if (symbolsName != null && recordings > 1) {
      throw HeapConvException.input(ErrorId.AMBIGUOUS_SYMBOLS, archive.name(), recordings);
    }
    return true;
  }

  private @Nullable Found take() throws IOException {
    if (!waiting.isEmpty()) {
      return waiting.remove();
    }
    waitingBytes = 0;
    if (next == null) {
      advance(null);
    }
    Found found = next;
    next = null;
    return found;
  }

  private boolean visit(Found found, InputSource.Visitor visitor) throws IOException {
    try (found) {
      if (found.content() == null) {
        return visitInside(found, visitor);
      }
      try (Input recording =
          found.content() == Content.TRACE ? withSymbols(found) : found.input()) {
        boolean more = visitor.visit(recording);
        used++;
        return more;
      }
    } catch (HeapConvException e) {
      if (e.id() == ErrorId.AMBIGUOUS_SYMBOLS) {
        throw e;
      }
      failures.add(e);
      return true;
    }
  }

  private boolean visitInside(Found found, InputSource.Visitor visitor) throws IOException {
    try (Archive inside = archive.open(found.input());
        ArchiveRecordings its = new ArchiveRecordings(inside, found.inside(), contents)) {
      try {
        return its.visitMembers(visitor);
      } finally {
        members += its.members;
        used += its.used;
        unread = unread == null ? its.unread : unread;
        failures.addAll(its.failures);
        if (its.failures.isEmpty() && found.damage().what() != null) {
          failures.add(
              HeapConvException.input(
                  ErrorId.DAMAGED_ARCHIVE, inside.name(), found.damage().what()));
        }
      }
    }
  }

  /** A trace that begins with its symbols looks like them. */
  private boolean visitSymbols(String name, InputSource.Visitor visitor) throws IOException {
    Damage damage = new Damage();
    damage.set(symbolsDamage);
    InputStream whole = new ByteArrayInputStream(symbols.toByteArray());
    Input input = Inputs.peek(name, whole, 1, archive.limits(), damage);
    return visit(new Found(input, damage, Content.SYMBOLS, null), visitor);
  }

  /**
   * Finds what comes next.
   *
   * @param trace damage of the trace that symbols would continue; null if none is being read
   * @return the symbols that continue the trace; null if something else comes next, or nothing
   */
  private @Nullable Input advance(@Nullable Damage trace) throws IOException {
    for (ArchiveEntry entry; (entry = nextEntry(trace)) != null; ) {
      String name = entry.getName();
      boolean named = name.equals(wanted);
      boolean around =
          wanted != null && wanted.startsWith(name + InputSource.MEMBER_SEPARATOR) && !named;
      boolean relevant = wanted == null || named || around;
      members++;
      Archive.Member member;
      try {
        member = archive.member(entry);
      } catch (HeapConvException e) {
        if (relevant) {
          failures.add(e);
        }
        continue;
      }
      Input input = member.input();
      if (Inputs.isArchive(input.head())) {
        if (relevant && inside(member, around, trace != null)) {
          return null;
        }
        continue;
      }
      Content content = contents.apply(input.head());
      if (content == Content.SYMBOLS && !named) {
        if (trace != null) {
          symbolsName = symbolsName == null ? input.name() : symbolsName;
          return input;
        }
        hold(input);
      } else if (named || (wanted == null && content.isRecording())) {
        recordings++;
        next = new Found(input, member.damage(), content, null);
        return null;
      } else if (around) {
        failures.add(HeapConvException.input(ErrorId.NOT_AN_ARCHIVE, input.name()));
        input.close();
      } else if (wanted == null) {
        leaveOut(member, content);
      }
    }
    return null;
  }

  /** Leaves out what is no recording, but what may be one that is damaged not in silence. */
  private void leaveOut(Archive.Member member, Content content) throws IOException {
    try (Input input = member.input()) {
      if (content == Content.UNREAD && unread == null) {
        unread = input.through(InputStream.nullInputStream());
      }
      archive.skip(member);
      String problem = member.damage().what();
      if (problem == null && content == Content.OTHER && Input.isNamedLikeProfile(member.name())) {
        problem = "its name is that of a profile, but its content is not";
      }
      // That is said where the next member would be.
      if (problem != null && !problem.equals(Archive.CUT_OFF)) {
        failures.add(HeapConvException.input(ErrorId.UNREADABLE, input.name(), problem));
      }
    } catch (HeapConvException e) {
      failures.add(e);
    }
  }

  /**
   * Takes up an archive inside.
   *
   * @param around whether only a member of it is wanted
   * @return whether it is what comes next; otherwise it waits for the end of the trace
   */
  private boolean inside(Archive.Member member, boolean around, boolean inTrace)
      throws IOException {
    String rest = around && wanted != null ? wanted.substring(member.name().length() + 1) : null;
    Input input = member.input();
    members--; // Its own members count.
    opened = true;
    if (!inTrace) {
      next = new Found(input, member.damage(), null, rest);
      return true;
    }
    try (input) {
      byte[] bytes = bytes(input, waitingBytes);
      waitingBytes += bytes.length;
      Input held =
          new Input(
              input.name(), input.head(), new ByteArrayInputStream(bytes), member.damage(), false);
      waiting.add(new Found(held, member.damage(), null, rest));
    } catch (HeapConvException e) {
      failures.add(e);
    }
    return false;
  }

  /** Null at the end of the archive, or where the rest cannot be read. */
  private @Nullable ArchiveEntry nextEntry(@Nullable Damage trace) throws IOException {
    if (ended) {
      return null;
    }
    try {
      return archive.next();
    } catch (HeapConvException e) {
      ended = true;
      if (trace != null && e.id() == ErrorId.DAMAGED_ARCHIVE) {
        trace.set("the archive is cut off or damaged");
      } else {
        failures.add(e);
      }
      return null;
    }
  }

  private void hold(Input member) throws IOException {
    try (member) {
      symbolsName = symbolsName == null ? member.name() : symbolsName;
      symbols.writeBytes(bytes(member, symbols.size()));
      symbolsDamage = symbolsDamage == null ? member.damage() : symbolsDamage;
    }
  }

  /**
   * All of a member.
   *
   * @param held how many bytes are already held
   */
  private byte[] bytes(Input member, int held) throws IOException {
    int most = archive.limits().maxPacketBytes();
    byte[] bytes = member.stream().readNBytes(most - held);
    if (bytes.length == most - held && member.stream().read() >= 0) {
      throw HeapConvException.input(ErrorId.TOO_LARGE, member.name(), Integer.toString(most));
    }
    return bytes;
  }

  /** Closes what was found and not read because of an error before it. */
  @Override
  public void close() throws IOException {
    if (next != null) {
      next.close();
    }
  }

  /** A trace, followed by the symbols around it. */
  private Input withSymbols(Found trace) {
    InputStream held = new ByteArrayInputStream(symbols.toByteArray());
    trace.damage().set(symbolsDamage);
    InputStream whole = new SequenceInputStream(new Continued(trace), held);
    return new Input(trace.input().name(), trace.input().head(), whole, trace.damage(), false);
  }

  /** A trace that goes on with the symbols behind it; other members in between are skipped. */
  private final class Continued extends BlockStream {
    private final Damage damage;
    private @Nullable Input current;

    Continued(Found trace) {
      super(trace.input().stream());
      this.current = trace.input();
      this.damage = trace.damage();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      while (current != null) {
        int n = in.read(target, offset, length);
        if (n >= 0) {
          return n;
        }
        damage.set(current.damage());
        current.close();
        current = advance(damage);
        in = current == null ? InputStream.nullInputStream() : current.stream();
      }
      return -1;
    }
  }
}
