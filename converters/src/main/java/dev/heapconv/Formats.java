package dev.heapconv;

import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.heaptext.HeapTextReader;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.reader.samplelog.SampleLogReader;
import dev.heapconv.reader.v8.V8Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The formats that a program reads and writes. Immutable; to add formats, derive another registry:
 *
 * <pre>{@code
 * Formats formats = Formats.STANDARD.withReader(new MyReader()).with(MyWriter.FORMAT);
 * RecordedProfile recorded = HeapConv.read(source, options, formats);
 * }</pre>
 */
public final class Formats {

  /** The formats that this library reads and writes. */
  public static final Formats STANDARD =
      new Formats(
          List.of(),
          List.of(
              Format.PPROF,
              Format.PPROF_PLAIN,
              Format.SPEEDSCOPE,
              Format.FOLDED,
              Format.HTML,
              Format.PERFETTO,
              Format.TEXT,
              Format.CSV,
              Format.TSV,
              Format.JSON,
              Format.MARKDOWN));

  private final List<ProfileReader> addedReaders;
  private final List<Format> formats;

  private Formats(List<ProfileReader> addedReaders, List<Format> formats) {
    this.addedReaders = addedReaders;
    this.formats = formats;
  }

  /**
   * The readers of this library in the order in which they are asked; null after the last. They are
   * created one by one, so that the classes of readers after the one that accepts an input are
   * never loaded.
   */
  private static @Nullable ProfileReader standardReader(int place) {
    return switch (place) {
      case 0 -> new PerfettoReader();
      case 1 -> new PprofReader();
      case 2 -> new HeapTextReader();
      case 3 -> new SampleLogReader();
      case 4 -> new V8Reader();
      default -> null;
    };
  }

  /** This registry with one more reader, which is asked before the others. */
  public Formats withReader(ProfileReader reader) {
    List<ProfileReader> readers = new ArrayList<>();
    readers.add(Objects.requireNonNull(reader, "reader"));
    readers.addAll(addedReaders);
    return new Formats(List.copyOf(readers), formats);
  }

  /**
   * This registry with one more output format.
   *
   * @throws IllegalArgumentException if its id, or one of its extensions, is already used
   */
  public Formats with(Format format) {
    for (Format known : formats) {
      if (known.id().equals(format.id())
          || known.extensions().stream().anyMatch(format.extensions()::contains)) {
        throw new IllegalArgumentException(
            "the id or an extension of " + format.id() + " is already used by " + known.id());
      }
    }
    List<Format> more = new ArrayList<>(formats);
    more.add(format);
    return new Formats(addedReaders, List.copyOf(more));
  }

  /**
   * Whether any reader accepts an input.
   *
   * @param head its uncompressed beginning, or all of it if it is shorter than {@link
   *     dev.heapconv.input.Input#HEAD_BYTES}
   */
  public boolean accepts(byte[] head) {
    return reader(head) != null;
  }

  /** What an input is, by its beginning as for {@link #accepts}. */
  public InputContent content(byte[] head) {
    ProfileReader reader = reader(head);
    return reader != null
        ? reader.content(head)
        : UnsupportedInput.isKnown(head) ? InputContent.UNREAD : InputContent.OTHER;
  }

  /** The first reader that accepts an input; null if none does. */
  @Nullable ProfileReader reader(byte[] head) {
    for (ProfileReader reader : addedReaders) {
      if (reader.accepts(head)) {
        return reader;
      }
    }
    for (int place = 0; ; place++) {
      ProfileReader reader = standardReader(place);
      if (reader == null || reader.accepts(head)) {
        return reader;
      }
    }
  }

  /** What inputs can be, a line for each kind of file; those of added readers first. */
  public List<String> read() {
    List<String> lines = new ArrayList<>();
    addedReaders.forEach(reader -> lines.addAll(reader.formats()));
    for (int place = 0; ; place++) {
      ProfileReader reader = standardReader(place);
      if (reader == null) {
        return lines;
      }
      lines.addAll(reader.formats());
    }
  }

  /** What is recognized as a profile of memory, but cannot be read, each with what to do. */
  public static Map<String, String> unread() {
    return UnsupportedInput.unread();
  }

  /** The output formats, with {@link Format#PERFETTO}, which is not made from a profile. */
  public List<Format> all() {
    return formats;
  }

  /** The formats in which {@link HeapConv#write} writes a profile. */
  public List<Format> written() {
    return formats.stream().filter(format -> !format.has(Format.Property.OF_RECORDING)).toList();
  }

  /** The ids of {@link #all} output formats. */
  public List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Format format : formats) {
      ids.add(format.id());
    }
    return ids;
  }

  /** The output format for a file name, by its extension. */
  public Optional<Format> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Format longest = null;
    int length = 0;
    for (Format format : formats) {
      for (String extension : format.extensions()) {
        // Where one extension ends in another, the longer is more specific.
        if (extension.length() > length && lower.endsWith(extension)) {
          longest = format;
          length = extension.length();
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The output format with an id, or with an extension given without its dot. */
  public Optional<Format> ofId(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    for (Format format : formats) {
      if (format.id().equals(lower) || format.extensions().contains("." + lower)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
