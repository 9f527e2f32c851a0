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

/**
 * The plain bytes of one recording: all compression is removed, and the beginning is read in
 * advance.
 */
public final class Input implements Closeable {

  /** The number of bytes at the beginning of an input that readers examine to detect its format. */
  public static final int HEAD_BYTES = 16 << 10;

  /** Below this size another thread does not pay. */
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
   * @param inflated whether the source is one compressed recording
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

  /** Returns the name for messages: the path, {@code -}, or {@code archive!member}. */
  public String name() {
    return name;
  }

  /**
   * Returns the first bytes, at most {@link #HEAD_BYTES}. {@link #stream()} returns them as well.
   * The array is not a copy; do not modify it.
   */
  public byte[] head() {
    return head;
  }

  /**
   * Whether the name of a file is that of a profile, whatever its content is.
   *
   * @param path the path or name of the file
   */
  public static boolean isNamedLikeProfile(String path) {
    String name = path.substring(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    String lower = name.toLowerCase(Locale.ROOT);
    int end = lower.endsWith(".gz") || lower.endsWith(".zst") ? lower.lastIndexOf('.') : -1;
    String stem = end < 0 ? lower : lower.substring(0, end);
    int dot = stem.lastIndexOf('.');
    // Hidden files belong to other programs.
    return dot > 0 && stem.charAt(0) != '.' && PROFILE_EXTENSIONS.contains(stem.substring(dot + 1));
  }

  /**
   * Whether bytes look like text: they contain no control characters except line ends, tabs and
   * form feeds.
   *
   * @param head the beginning of the input
   */
  public static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the input begins like an OTLP message with profiles. A Perfetto trace may begin like
   * this as well.
   *
   * @param head the beginning of the input, as long as is known
   */
  public static boolean isOtlp(byte[] head) {
    return OtlpSniffer.looksLikeProfile(head);
  }

  /** Returns a stream of all bytes. It reads in blocks, so you need not buffer it. */
  public InputStream stream() {
    return stream;
  }

  /**
   * Reads all bytes into memory.
   *
   * @param limit the largest number of bytes to accept
   * @throws HeapConvException if there are more bytes than {@code limit}, or if their compression
   *     is damaged
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

  /**
   * Returns the same recording with its bytes from another stream.
   *
   * @param other the stream that replaces {@link #stream()}
   */
  public Input through(InputStream other) {
    return new Input(name, head, other, damage, inflated, attributes);
  }

  /**
   * Returns the same recording with another name.
   *
   * @param otherName the name for messages
   */
  public Input as(String otherName) {
    return new Input(otherName, head, stream, damage, inflated, attributes);
  }

  /** Returns the same recording with these attributes. */
  Input with(Map<String, String> others) {
    return new Input(name, head, stream, damage, inflated, others);
  }

  /**
   * Returns what the archive around this recording states about it, by key; empty if it states
   * nothing.
   */
  public Map<String, String> attributes() {
    return attributes;
  }

  /**
   * Returns the same recording, inflated ahead by another thread if that pays: the source must be a
   * large compressed recording, and more than one thread must be allowed. Close the result if it is
   * not this input.
   *
   * @param threads how many threads may work on the input, at least 1
   */
  public Input ahead(int threads) {
    return inflated && threads > 1 ? through(new AheadStream(stream, SMALL_BYTES)) : this;
  }

  /**
   * Returns the damage in the compression around the recording, as a clause for a message. It is
   * complete once you have read {@link #stream()} to its end.
   *
   * @return null if there is no damage
   */
  public @Nullable String damage() {
    return damage.what();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
