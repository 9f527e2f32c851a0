package dev.heapconv;

import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.heaptext.HeapTextReader;
import dev.heapconv.reader.heaptrack.HeaptrackReader;
import dev.heapconv.reader.jfr.JfrReader;
import dev.heapconv.reader.otlp.OtlpReader;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.reader.samplelog.SampleLogReader;
import dev.heapconv.reader.v8.V8Reader;
import dev.heapconv.reader.valgrind.DhatReader;
import dev.heapconv.reader.valgrind.MassifReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The formats that a program reads. Immutable. To add a format, derive an instance from {@link
 * #STANDARD}:
 *
 * <pre>{@code
 * Formats formats = Formats.STANDARD.withReader(new MyReader());
 * RecordedProfile recorded = HeapConv.read(source, options, formats);
 * }</pre>
 */
public final class Formats {

  /** The formats that this library reads. */
  public static final Formats STANDARD =
      new Formats(
          List.of(
              () -> new PerfettoReader(),
              () -> new PprofReader(),
              () -> new HeapTextReader(),
              () -> new SampleLogReader(),
              () -> new V8Reader(),
              () -> new DhatReader(),
              () -> new MassifReader(),
              () -> new HeaptrackReader(),
              () -> new JfrReader(),
              () -> new OtlpReader()));

  /**
   * The readers in the order in which they are asked. They are created one by one, so the classes
   * of readers after the accepting one are never loaded. {@code MyReader::new} would load them.
   */
  private final List<Supplier<ProfileReader>> readers;

  private Formats(List<Supplier<ProfileReader>> readers) {
    this.readers = readers;
  }

  /**
   * Returns these formats and one more.
   *
   * @param reader the reader of the format, which is asked before all others
   */
  public Formats withReader(ProfileReader reader) {
    List<Supplier<ProfileReader>> all = new ArrayList<>(readers);
    Objects.requireNonNull(reader, "reader");
    all.add(0, () -> reader);
    return new Formats(List.copyOf(all));
  }

  /**
   * Judges the content of an input by its beginning.
   *
   * @param head its uncompressed beginning, or all of it if it is shorter than {@link
   *     dev.heapconv.input.Input#HEAD_BYTES}
   */
  public InputContent content(byte[] head) {
    ProfileReader reader = reader(head);
    return reader != null
        ? reader.content(head)
        : UnsupportedInput.isKnown(head) ? InputContent.UNREAD : InputContent.OTHER;
  }

  /** Returns the first reader that accepts an input; null if none does. */
  @Nullable ProfileReader reader(byte[] head) {
    for (Supplier<ProfileReader> each : readers) {
      ProfileReader reader = each.get();
      if (reader.accepts(head)) {
        return reader;
      }
    }
    return null;
  }

  /** Describes the kinds of files that can be read, one in a line. */
  public List<String> read() {
    return readers.stream().flatMap(reader -> reader.get().formats().stream()).toList();
  }

  /**
   * Describes the memory profiles that the library recognizes but cannot read.
   *
   * @return for each format, what the user can do instead
   */
  public static Map<String, String> unread() {
    return UnsupportedInput.unread();
  }
}
