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
  public static final Formats STANDARD = new Formats(List.of());

  private final List<ProfileReader> addedReaders;

  private Formats(List<ProfileReader> addedReaders) {
    this.addedReaders = addedReaders;
  }

  /**
   * A reader, in the order in which they are asked; null after the last. Those of this library are
   * created one by one, so that the classes of readers after the one that accepts an input are
   * never loaded.
   */
  private @Nullable ProfileReader reader(int place) {
    int added = addedReaders.size();
    if (place < added) {
      return addedReaders.get(place);
    }
    return switch (place - added) {
      case 0 -> new PerfettoReader();
      case 1 -> new PprofReader();
      case 2 -> new HeapTextReader();
      case 3 -> new SampleLogReader();
      case 4 -> new V8Reader();
      case 5 -> new DhatReader();
      case 6 -> new MassifReader();
      case 7 -> new HeaptrackReader();
      case 8 -> new JfrReader();
      case 9 -> new OtlpReader();
      default -> null;
    };
  }

  /** These formats and one more, whose reader is asked before the others. */
  public Formats withReader(ProfileReader reader) {
    List<ProfileReader> readers = new ArrayList<>();
    readers.add(Objects.requireNonNull(reader, "reader"));
    readers.addAll(addedReaders);
    return new Formats(List.copyOf(readers));
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
    for (int place = 0; ; place++) {
      ProfileReader reader = reader(place);
      if (reader == null || reader.accepts(head)) {
        return reader;
      }
    }
  }

  /** What inputs can be, a line for each kind of file. */
  public List<String> read() {
    List<String> lines = new ArrayList<>();
    for (int place = 0; ; place++) {
      ProfileReader reader = reader(place);
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
}
