package dev.heapconv;

import dev.heapconv.aggregate.Ranking;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Inputs;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.heaptext.HeapTextReader;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.reader.pprof.FuchsiaLifetime;
import dev.heapconv.reader.pprof.PprofReader;
import dev.heapconv.reader.samplelog.SampleLogReader;
import dev.heapconv.reader.v8.V8Reader;
import dev.heapconv.transform.Demangling;
import dev.heapconv.transform.Difference;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.table.Table;
import dev.heapconv.writer.table.TableHeader;
import dev.heapconv.writer.table.TableOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The library in three calls:
 *
 * <pre>{@code
 * RecordedProfile recorded = HeapConv.read(InputSource.parse("trace.pftrace"), ReadOptions.DEFAULT);
 * EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
 * HeapConv.write(profile, Format.PPROF, new WriteOptions("my tool 1.0", null), out);
 * }</pre>
 */
public final class HeapConv {

  private static final ProfileReader FIRST = new PerfettoReader();

  /**
   * The other formats, in the order in which they are asked. Loaded only when the input is no
   * Perfetto trace.
   */
  private static final class Others {
    private static final List<ProfileReader> READERS =
        List.of(new PprofReader(), new HeapTextReader(), new SampleLogReader(), new V8Reader());
  }

  private HeapConv() {}

  /**
   * Reads a recording, of whatever format its content tells it to be.
   *
   * @throws HeapConvException if it cannot be read, is of no known format, or holds no heap profile
   */
  public static RecordedProfile read(InputSource source, ReadOptions options) throws IOException {
    try {
      RecordedProfile recorded =
          Inputs.withPlainBytes(
              source, options.limits(), HeapConv::isKnown, input -> read(input, options));
      Demangling.apply(recorded.stacks());
      return recorded;
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.input("unreadable", source.name(), "cannot be read: " + reason(e), e);
    }
  }

  /**
   * Reads the series of profiles that Fuchsia's memory sampler wrote of one process, as one of its
   * whole life.
   *
   * @param allowPartial whether the last partial profile may stand in for a final one that is
   *     missing
   * @throws HeapConvException if they are not the series of one process, or cannot be read
   */
  public static RecordedProfile readLifetime(
      List<InputSource> sources, ReadOptions options, boolean allowPartial) throws IOException {
    RecordedProfile recorded = FuchsiaLifetime.read(sources, options, allowPartial);
    Demangling.apply(recorded.stacks());
    return recorded;
  }

  /**
   * Whether some reader accepts an input.
   *
   * @param head its beginning without compression, whole if it is shorter than {@link
   *     Input#HEAD_BYTES}
   */
  public static boolean isKnown(byte[] head) {
    return readerOf(head) != null;
  }

  /** The first reader that accepts an input has it; null when none does. */
  private static ProfileReader readerOf(byte[] head) {
    if (FIRST.accepts(head)) {
      return FIRST;
    }
    for (ProfileReader reader : Others.READERS) {
      if (reader.accepts(head)) {
        return reader;
      }
    }
    return null;
  }

  private static RecordedProfile read(Input input, ReadOptions options) throws IOException {
    ProfileReader reader = readerOf(input.head());
    if (reader == null) {
      throw UnknownInput.explain(input);
    }
    return reader.read(input, options);
  }

  /** Estimates what the program did from what was recorded of it. */
  public static EstimatedProfile unskew(RecordedProfile recorded, UnskewOptions options) {
    return Unskewing.apply(recorded, options);
  }

  /** Writes a profile; does not close {@code out}. */
  public static void write(
      EstimatedProfile profile, Format format, WriteOptions options, OutputStream out)
      throws IOException {
    format.writer().write(profile, options, out);
  }

  /**
   * Writes a table of what a profile has more than an independent one; does not close {@code out}.
   *
   * @param format one of those that {@link Format#isTable() are tables}
   */
  public static void writeDifference(
      EstimatedProfile base,
      EstimatedProfile changed,
      Format format,
      TableOptions table,
      WriteOptions options,
      OutputStream out)
      throws IOException {
    TableHeader header =
        TableHeader.ofDifference(
            base,
            changed,
            Difference.comments(base, changed),
            Difference.warnings(base, changed).list(),
            table.rows().by(),
            options.tool());
    Ranking ranking = Ranking.ofDifference(base, changed, table.rows(), options.view());
    format.renderer(table).render(Table.of(header, ranking), out);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
