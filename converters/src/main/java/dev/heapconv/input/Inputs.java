package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.io.input.CloseShieldInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Opens inputs down to their plain bytes: removes gzip and zstd, and finds the recording in a zip
 * or tar. Everything is detected from content, never from names.
 */
final class Inputs {

  private static final int INFLATION_BUFFER = 64 << 10;

  private Inputs() {}

  /** See {@link InputSource#withPlainBytes}. */
  static <T> T withPlainBytes(
      InputSource source, Limits limits, Predicate<byte[]> wanted, InputSource.Action<T> action)
      throws IOException {
    try (InputStream stored = source.openStored()) {
      return open(
          new Opening(source.name(), source.member(), limits, wanted, new Damage()),
          stored,
          0,
          action);
    }
  }

  /** State passed from layer to layer of an input, including where damage is recorded. */
  private static final class Opening {
    private final String name;
    private final @Nullable String member;
    private final Limits limits;
    private final Predicate<byte[]> wanted;
    private final Damage damage;

    Opening(
        String name,
        @Nullable String member,
        Limits limits,
        Predicate<byte[]> wanted,
        Damage damage) {
      this.name = name;
      this.member = member;
      this.limits = limits;
      this.wanted = wanted;
      this.damage = damage;
    }

    Opening inMember(String memberName) {
      return new Opening(name + "!" + memberName, null, limits, wanted, damage);
    }
  }

  private static <T> T open(
      Opening opening, InputStream stored, int nesting, InputSource.Action<T> action)
      throws IOException {
    try (Input input = peek(opening, stored, nesting)) {
      if (isZip(input.head())) {
        return openZip(opening, input.stream(), nesting, action);
      }
      if (isTar(input.head())) {
        return openTar(opening, input.stream(), nesting, action);
      }
      if (opening.member != null) {
        throw HeapConvException.input(ErrorId.NOT_AN_ARCHIVE, opening.name);
      }
      return action.apply(input);
    }
  }

  /** Removes compression until there is none, and reads the beginning. */
  private static Input peek(Opening opening, InputStream stored, int nesting) throws IOException {
    InputStream current = stored;
    for (int layer = nesting; ; layer++) {
      byte[] head = current.readNBytes(Input.HEAD_BYTES);
      InputStream whole = again(head, current);
      boolean gzip = isGzip(head);
      if (!gzip && !isZstd(head)) {
        return new Input(opening.name, head, whole, opening.damage);
      }
      checkNesting(opening, layer);
      LimitedInflation.Counter counter = new LimitedInflation.Counter(whole);
      current =
          new DamageTolerant("compressed data", opening.damage) {
            @Override
            InputStream open() throws IOException {
              InputStream inflating =
                  gzip
                      ? new GZIPInputStream(counter, INFLATION_BUFFER)
                      : ZstdStream.open(opening.name, counter, opening.limits);
              return new LimitedInflation(opening.name, inflating, counter, opening.limits);
            }
          };
    }
  }

  /** The uncompressed beginning of an input, for callers that only need its format. */
  static byte[] head(String name, InputStream stored, Limits limits) throws IOException {
    try (Input input = peekPlain(name, stored, limits)) {
      return input.head();
    }
  }

  /** An input without its compression; archives are not opened. */
  static Input peekPlain(String name, InputStream stored, Limits limits) throws IOException {
    return peek(new Opening(name, null, limits, head -> true, new Damage()), stored, 0);
  }

  /** Bytes that were read in advance, followed by the rest. */
  private static InputStream again(byte[] head, InputStream rest) {
    return new SequenceInputStream(new ByteArrayInputStream(head), rest);
  }

  /** The current member of an archive, which stays open when the member is closed. */
  private static InputStream member(InputStream archive, Opening opening) {
    return new DamageTolerant("archive", opening.damage) {
      @Override
      InputStream open() {
        return CloseShieldInputStream.wrap(archive);
      }
    };
  }

  private static <T> T openZip(
      Opening opening, InputStream stream, int nesting, InputSource.Action<T> action)
      throws IOException {
    checkNesting(opening, nesting);
    HeapConvException firstFailure = null;
    int members = 0;
    try (ZipArchiveInputStream zip = new ZipArchiveInputStream(stream, "UTF-8", true, true)) {
      for (ArchiveEntry entry; (entry = nextEntry(zip)) != null; ) {
        if (entry.isDirectory()
            || (opening.member != null && !opening.member.equals(entry.getName()))) {
          continue;
        }
        members++;
        if (!zip.canReadEntryData(entry)) {
          continue;
        }
        Opening member = opening.inMember(entry.getName());
        InputStream content = member(zip, opening);
        try (Input input = peek(member, content, nesting + 1)) {
          if (opening.member == null && !opening.wanted.test(input.head())) {
            continue;
          }
          return action.apply(input);
        } catch (HeapConvException e) {
          if (opening.member != null) {
            throw e;
          }
          firstFailure = firstFailure == null ? e : firstFailure;
        }
      }
    } catch (ZipException | EOFException e) {
      if (firstFailure == null) {
        throw HeapConvException.input(
                ErrorId.DAMAGED_ARCHIVE, opening.name, "the zip archive is damaged")
            .causedBy(e);
      }
    }
    if (firstFailure != null) {
      throw firstFailure;
    }
    throw nothingInArchive(opening, members);
  }

  /** The library does not handle everything a damaged zip can contain. */
  private static @Nullable ArchiveEntry nextEntry(ZipArchiveInputStream zip) throws IOException {
    try {
      return zip.getNextEntry();
    } catch (RuntimeException e) {
      ZipException damaged = new ZipException("damaged zip");
      damaged.initCause(e);
      throw damaged;
    }
  }

  private static <T> T openTar(
      Opening opening, InputStream stream, int nesting, InputSource.Action<T> action)
      throws IOException {
    checkNesting(opening, nesting);
    try (TarStream tar = new TarStream(opening.name, stream)) {
      TarMembers members = new TarMembers(opening, tar, nesting);
      if (!members.hasMoreElements()) {
        throw nothingInArchive(opening, members.seen);
      }
      try {
        InputStream whole = new SequenceInputStream(members);
        byte[] head = whole.readNBytes(Input.HEAD_BYTES);
        return action.apply(new Input(opening.name, head, again(head, whole), opening.damage));
      } finally {
        members.close();
      }
    }
  }

  private static HeapConvException nothingInArchive(Opening opening, int members) {
    if (opening.member != null) {
      return HeapConvException.input(ErrorId.NO_SUCH_MEMBER, opening.name, opening.member);
    }
    return HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, opening.name, members);
  }

  private static void checkNesting(Opening opening, int nesting) throws HeapConvException {
    if (nesting >= opening.limits.maxNesting()) {
      throw HeapConvException.input(
          ErrorId.NESTED_TOO_DEEP, opening.name, opening.limits.maxNesting());
    }
  }

  private static boolean isGzip(byte[] head) {
    return startsWith(head, 0x1f, 0x8b);
  }

  /** Not in {@link ZstdStream}, which would be loaded for every input. */
  private static boolean isZstd(byte[] head) {
    if (head.length < 4) {
      return false;
    }
    int magic =
        head[0] & 0xff | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16 | (head[3] & 0xff) << 24;
    // A frame, or a skippable frame, with which the output of parallel compressors begins.
    return magic == 0xfd2fb528 || (magic & 0xfffffff0) == 0x184d2a50;
  }

  static boolean isZip(byte[] head) {
    return startsWith(head, 'P', 'K', 3, 4);
  }

  static boolean isTar(byte[] head) {
    int magic = 257;
    return head.length >= 512
        && head[magic] == 'u'
        && head[magic + 1] == 's'
        && head[magic + 2] == 't'
        && head[magic + 3] == 'a'
        && head[magic + 4] == 'r';
  }

  private static boolean startsWith(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** The wanted members of a tar, opened one after another, for {@link SequenceInputStream}. */
  @SuppressWarnings("JdkObsolete")
  private static final class TarMembers implements Enumeration<InputStream> {
    private final Opening opening;
    private final ArchiveInputStream<?> tar;
    private final int nesting;
    private @Nullable InputStream next;
    private int seen;

    TarMembers(Opening opening, ArchiveInputStream<?> tar, int nesting) throws IOException {
      this.opening = opening;
      this.tar = tar;
      this.nesting = nesting;
      advance();
    }

    private void advance() throws IOException {
      close();
      next = null;
      for (ArchiveEntry entry; next == null && (entry = nextEntry()) != null; ) {
        boolean named = opening.member == null || opening.member.equals(entry.getName());
        if (entry.isDirectory() || !named) {
          continue;
        }
        seen++;
        InputStream content = member(tar, opening);
        Input member = peek(opening.inMember(entry.getName()), content, nesting + 1);
        if (opening.wanted.test(member.head())) {
          next = member.stream();
        } else {
          member.close();
        }
      }
    }

    /** Closes the member that is being read. */
    void close() throws IOException {
      if (next != null) {
        next.close();
      }
    }

    /** Null at the end of the archive, or where the rest cannot be read. */
    private @Nullable ArchiveEntry nextEntry() throws IOException {
      try {
        return tar.getNextEntry();
      } catch (HeapConvException e) {
        throw e;
      } catch (IOException | IllegalArgumentException e) {
        opening.damage.set("the archive is cut off or damaged");
        return null;
      }
    }

    @Override
    public boolean hasMoreElements() {
      return next != null;
    }

    @Override
    public InputStream nextElement() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      InputStream current = next;
      // The next member can be found only after this one has been read: a tar is one stream.
      return new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
          int n = current.read(target, offset, length);
          if (n < 0) {
            advance();
          }
          return n;
        }
      };
    }
  }
}
