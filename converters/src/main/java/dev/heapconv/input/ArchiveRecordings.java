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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the recordings of an archive in one pass. A trace and the symbols beside it become one
 * stream, because concatenated traces are a trace. Symbols before the trace are held in memory
 * until it is found; those behind it are read as they come.
 */
final class ArchiveRecordings implements Closeable {

  private final String name;
  private final @Nullable String wanted;
  private final ArchiveInputStream<?> archive;
  private final Limits limits;
  private final Function<byte[], Content> contents;

  /** Symbols that were found before a trace. */
  private final ByteArrayOutputStream symbols = new ByteArrayOutputStream();

  private final List<HeapConvException> failures = new ArrayList<>();
  private int members;
  private int recordings;
  private boolean anySymbols;
  private boolean ended;
  private @Nullable String symbolsDamage;

  /** The recording that comes next. */
  private @Nullable Input next;

  private Content nextContent = Content.OTHER;
  private Damage nextDamage = new Damage();

  /**
   * @param wanted the name of the member to read; null for all
   */
  ArchiveRecordings(
      String name,
      @Nullable String wanted,
      ArchiveInputStream<?> archive,
      Limits limits,
      Function<byte[], Content> contents) {
    this.name = name;
    this.wanted = wanted;
    this.archive = archive;
    this.limits = limits;
    this.contents = contents;
  }

  <T> InputSource.Recordings<T> readAll(InputSource.Action<T> action) throws IOException {
    List<T> results = new ArrayList<>();
    advance(null);
    while (next != null) {
      Input member = next;
      boolean trace = nextContent == Content.TRACE;
      next = null;
      try (Input recording = trace ? withSymbols(member, nextDamage) : member) {
        results.add(action.apply(recording));
      } catch (HeapConvException e) {
        failures.add(e);
      }
      if (next == null) {
        advance(null);
      }
    }
    if (recordings == 0 && symbols.size() > 0) {
      // A trace that begins with its symbols looks like them.
      readSymbols(action, results);
    }
    check(results.size());
    return new InputSource.Recordings<>(results, failures);
  }

  private <T> void readSymbols(InputSource.Action<T> action, List<T> results) throws IOException {
    InputStream whole = new ByteArrayInputStream(symbols.toByteArray());
    Damage damage = new Damage();
    damage.set(symbolsDamage);
    try {
      results.add(action.apply(Inputs.peek(name, whole, 1, limits, damage)));
    } catch (HeapConvException e) {
      failures.add(e);
    }
  }

  private void check(int read) throws HeapConvException {
    if (wanted != null && recordings == 0) {
      throw HeapConvException.input(ErrorId.NO_SUCH_MEMBER, name, wanted);
    }
    if (anySymbols && recordings > 1) {
      throw HeapConvException.input(ErrorId.AMBIGUOUS_SYMBOLS, name, recordings);
    }
    if (read == 0) {
      throw failures.isEmpty()
          ? HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, name, members)
          : failures.get(0);
    }
  }

  /**
   * Finds the next recording.
   *
   * @param trace damage of the trace that symbols would continue; null if none is being read
   * @return the symbols that continue the trace; null if a recording comes next, or nothing
   */
  private @Nullable Input advance(@Nullable Damage trace) throws IOException {
    for (ArchiveEntry entry; (entry = nextEntry(trace)) != null; ) {
      if (entry.isDirectory() || !archive.canReadEntryData(entry)) {
        continue;
      }
      members++;
      Damage damage = new Damage();
      boolean named = entry.getName().equals(wanted);
      Input member;
      try {
        member = member(entry.getName(), damage);
      } catch (HeapConvException e) {
        failures.add(e);
        continue;
      }
      Content content = contents.apply(member.head());
      if (content == Content.SYMBOLS && !named) {
        anySymbols = true;
        if (trace != null) {
          return member;
        }
        try (member) {
          hold(member);
        }
      } else if (named || (wanted == null && content != Content.OTHER)) {
        recordings++;
        next = member;
        nextContent = content;
        nextDamage = damage;
        return null;
      } else {
        member.close();
      }
    }
    return null;
  }

  private Input member(String member, Damage damage) throws IOException {
    InputStream content =
        new DamageTolerant("archive", damage) {
          @Override
          InputStream open() {
            return CloseShieldInputStream.wrap(archive);
          }
        };
    return Inputs.peek(name + "!" + member, content, 1, limits, damage);
  }

  /** Null at the end of the archive, or where the rest cannot be read. */
  private @Nullable ArchiveEntry nextEntry(@Nullable Damage trace) throws IOException {
    if (ended) {
      return null;
    }
    try {
      return Archives.next(archive, name);
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
    int room = limits.maxPacketBytes() - symbols.size();
    byte[] bytes = member.stream().readNBytes(room);
    if (bytes.length == room && member.stream().read() >= 0) {
      throw HeapConvException.input(
          ErrorId.TOO_LARGE, member.name(), Integer.toString(limits.maxPacketBytes()));
    }
    symbols.write(bytes);
    symbolsDamage = symbolsDamage == null ? member.damage() : symbolsDamage;
  }

  /** Closes the recording that was found and not read because of an error before it. */
  @Override
  public void close() throws IOException {
    if (next != null) {
      next.close();
    }
  }

  /** A trace, followed by the symbols around it. */
  private Input withSymbols(Input trace, Damage damage) {
    InputStream held = new ByteArrayInputStream(symbols.toByteArray());
    damage.set(symbolsDamage);
    InputStream whole = new SequenceInputStream(new Continued(trace, damage), held);
    return new Input(trace.name(), trace.head(), whole, damage, false);
  }

  /** A trace that goes on with the symbols behind it; other members in between are skipped. */
  private final class Continued extends InputStream {
    private final Damage damage;
    private @Nullable Input current;

    Continued(Input trace, Damage damage) {
      this.current = trace;
      this.damage = damage;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      while (current != null) {
        int n = current.stream().read(target, offset, length);
        if (n >= 0) {
          return n;
        }
        damage.set(current.damage());
        current.close();
        current = advance(damage);
      }
      return -1;
    }

    @Override
    public void close() throws IOException {
      if (current != null) {
        current.close();
      }
    }
  }
}
