package dev.heapconv.input;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The plain bytes of one recording, whose beginning was read in advance. */
public final class Input implements Closeable {

  /** How many bytes of an input are examined to detect its format. */
  public static final int HEAD_BYTES = 16 << 10;

  /** What is not worth another thread. */
  private static final int SMALL_BYTES = 4 << 20;

  private static final List<String> PROFILE_EXTENSIONS =
      List.of("pftrace perfetto-trace trace pb pprof heap heapprofile zip tar tgz".split(" "));

  private final String name;
  private final byte[] head;
  private final InputStream stream;
  private final Damage damage;
  private final boolean inflated;
  private final Map<String, String> attributes;

  /**
   * @param inflated whether the source is a compressed recording, and nothing else
   */
  Input(String name, byte[] head, InputStream stream, Damage damage, boolean inflated) {
    this(name, head, stream, damage, inflated, Map.of());
  }

  private Input(
      String name,
      byte[] head,
      InputStream stream,
      Damage damage,
      boolean inflated,
      Map<String, String> attributes) {
    this.name = Objects.requireNonNull(name, "name");
    this.head = Objects.requireNonNull(head, "head");
    this.stream = Objects.requireNonNull(stream, "stream");
    this.damage = damage;
    this.inflated = inflated;
    this.attributes = attributes;
  }

  /** For messages: the path, {@code -}, or {@code archive!member}. */
  public String name() {
    return name;
  }

  /**
   * The first bytes, up to {@link #HEAD_BYTES}, which {@link #stream()} returns as well. Not a
   * copy: do not modify.
   */
  public byte[] head() {
    return head;
  }

  /** Whether a file is meant to be a profile by its name, whatever its content looks like. */
  public static boolean isNamedLikeProfile(String path) {
    String name = path.substring(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    String lower = name.toLowerCase(Locale.ROOT);
    int end = lower.endsWith(".gz") || lower.endsWith(".zst") ? lower.lastIndexOf('.') : -1;
    String stem = end < 0 ? lower : lower.substring(0, end);
    int dot = stem.lastIndexOf('.');
    // Hidden files are by other programs.
    return dot > 0 && stem.charAt(0) != '.' && PROFILE_EXTENSIONS.contains(stem.substring(dot + 1));
  }

  /** Whether bytes look like text: they contain no control characters but those for layout. */
  public static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether it begins like an OTLP message with profiles, as a trace could, too.
   *
   * @param head the beginning, as long as is known
   */
  public static boolean isOtlp(byte[] head) {
    return OtlpSniffer.looksLikeProfile(head);
  }

  /** All bytes; reads in blocks, so it needs no buffering. */
  public InputStream stream() {
    return stream;
  }

  /**
   * All bytes at once.
   *
   * @throws HeapConvException if there are more than {@code limit}, or their compression is damaged
   */
  public byte[] readAll(int limit) throws IOException {
    byte[] bytes = stream.readNBytes(limit);
    if (bytes.length == limit && stream.read() >= 0) {
      throw HeapConvException.input(ErrorId.TOO_LARGE, name, limit);
    }
    if (damage() != null) {
      throw HeapConvException.input(ErrorId.TRUNCATED_PROFILE, name, damage());
    }
    return bytes;
  }

  boolean isInflated() {
    return inflated;
  }

  /** The same recording, whose bytes are read from {@code other}. */
  public Input through(InputStream other) {
    return new Input(name, head, other, damage, inflated, attributes);
  }

  /** The same recording under another name. */
  public Input as(String otherName) {
    return new Input(otherName, head, stream, damage, inflated, attributes);
  }

  /** The same recording with attributes. */
  Input with(Map<String, String> others) {
    return new Input(name, head, stream, damage, inflated, others);
  }

  /** What the archive it is from says of it, by key. */
  public Map<String, String> attributes() {
    return attributes;
  }

  /**
   * The same recording; if its source is a compressed one, and nothing else, and it is large,
   * another thread inflates it ahead.
   *
   * @param threads how many threads may work on it
   */
  public Input ahead(int threads) {
    return inflated && threads > 1 ? through(new AheadStream(stream, SMALL_BYTES)) : this;
  }

  /**
   * Damage in the compression around the recording, as a clause for a message; null if there is
   * none. Known once {@link #stream()} has been read to its end.
   */
  public @Nullable String damage() {
    return damage.what();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
