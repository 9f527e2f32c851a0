package dev.heapconv;

import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.heaptext.HeapTextReader;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.reader.samplelog.SampleLogReader;
import dev.heapconv.reader.v8.V8Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The formats that a program reads and writes. Immutable: a program that adds its own works with
 * another registry, such as
 *
 * <pre>{@code
 * Formats formats = Formats.STANDARD.withReader(new MyReader()).with(MyWriter.FORMAT);
 * RecordedProfile recorded = HeapConv.read(source, options, formats);
 * }</pre>
 */
public final class Formats {

  /** What this library reads and writes. */
  public static final Formats STANDARD =
      new Formats(
          List.of(),
          List.of(
              Format.PPROF,
              Format.PPROF_PLAIN,
              Format.SPEEDSCOPE,
              Format.FOLDED,
              Format.HTML,
              Format.TEXT,
              Format.CSV,
              Format.TSV,
              Format.JSON,
              Format.MARKDOWN));

  private final List<ProfileReader> addedReaders;
  private final List<Format> written;

  private Formats(List<ProfileReader> addedReaders, List<Format> written) {
    this.addedReaders = addedReaders;
    this.written = written;
  }

  /**
   * The readers of this library in the order in which they are asked; null after the last. Made one
   * by one: the classes of those behind the one that accepts an input are never loaded.
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

  /** These and one more reader, which is asked before the others. */
  public Formats withReader(ProfileReader reader) {
    List<ProfileReader> readers = new ArrayList<>();
    readers.add(Objects.requireNonNull(reader, "reader"));
    readers.addAll(addedReaders);
    return new Formats(List.copyOf(readers), written);
  }

  /**
   * These and one more format to write.
   *
   * @throws IllegalArgumentException if its id, or one of its extensions, is taken
   */
  public Formats with(Format format) {
    for (Format known : written) {
      if (known.id().equals(format.id())
          || known.extensions().stream().anyMatch(format.extensions()::contains)) {
        throw new IllegalArgumentException(
            "the id or an extension of " + format.id() + " is that of " + known.id());
      }
    }
    List<Format> formats = new ArrayList<>(written);
    formats.add(format);
    return new Formats(addedReaders, List.copyOf(formats));
  }

  /**
   * Whether some reader accepts an input.
   *
   * @param head its beginning without compression, whole if it is shorter than {@link
   *     dev.heapconv.input.Input#HEAD_BYTES}
   */
  public boolean accepts(byte[] head) {
    return reader(head) != null;
  }

  /** The first reader that accepts an input has it; null when none does. */
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

  /** The formats to write. */
  public List<Format> written() {
    return written;
  }

  /** The ids of the formats to write. */
  public List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Format format : written) {
      ids.add(format.id());
    }
    return ids;
  }

  /** The format that a file name asks for by its extension. */
  public Optional<Format> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Format longest = null;
    int length = 0;
    for (Format format : written) {
      for (String extension : format.extensions()) {
        // Of extensions that end in one another the longer says more.
        if (extension.length() > length && lower.endsWith(extension)) {
          longest = format;
          length = extension.length();
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The format of an id, or of an extension without its dot. */
  public Optional<Format> ofId(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    for (Format format : written) {
      if (format.id().equals(lower) || format.extensions().contains("." + lower)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
