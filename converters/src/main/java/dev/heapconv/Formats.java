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
 * The formats that a program reads. Immutable; to add one, derive others:
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
   * In the order in which they are asked, and created one by one: the classes of readers after the
   * one that accepts an input are never loaded, as they would be for {@code MyReader::new}.
   */
  private final List<Supplier<ProfileReader>> readers;

  private Formats(List<Supplier<ProfileReader>> readers) {
    this.readers = readers;
  }

  /** These formats and one more, whose reader is asked before the others. */
  public Formats withReader(ProfileReader reader) {
    List<Supplier<ProfileReader>> all = new ArrayList<>(readers);
    Objects.requireNonNull(reader, "reader");
    all.add(0, () -> reader);
    return new Formats(List.copyOf(all));
  }

  /**
   * What an input is.
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

  /** The first reader that accepts an input; null if none does. */
  @Nullable ProfileReader reader(byte[] head) {
    for (Supplier<ProfileReader> each : readers) {
      ProfileReader reader = each.get();
      if (reader.accepts(head)) {
        return reader;
      }
    }
    return null;
  }

  /** What inputs can be, a line for each kind of file. */
  public List<String> read() {
    return readers.stream().flatMap(reader -> reader.get().formats().stream()).toList();
  }

  /** What is recognized as a profile of memory, but cannot be read, each with what to do. */
  public static Map<String, String> unread() {
    return UnsupportedInput.unread();
  }
}
