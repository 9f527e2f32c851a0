package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Inputs;
import dev.heapconv.input.ProfileReader;
import dev.heapconv.input.ReadOptions;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.output.WriteOptions;
import dev.heapconv.perfetto.PerfettoReader;
import dev.heapconv.transform.Demangling;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.Unskewing;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The library in three calls:
 *
 * <pre>{@code
 * RecordedProfile recorded = HeapConv.read(InputSource.parse("trace.pftrace"), ReadOptions.DEFAULT);
 * HeapProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
 * HeapConv.write(profile, Format.PPROF, new WriteOptions("my tool 1.0", null), out);
 * }</pre>
 */
public final class HeapConv {

  /** Every format that can be read. The first reader that accepts an input has it. */
  private static final List<ProfileReader> READERS = List.of(new PerfettoReader());

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
   * Whether some reader accepts an input.
   *
   * @param head its beginning without compression, whole if it is shorter than {@link Input#HEAD_BYTES}
   */
  public static boolean isKnown(byte[] head) {
    return READERS.stream().anyMatch(reader -> reader.accepts(head));
  }

  private static RecordedProfile read(Input input, ReadOptions options) throws IOException {
    for (ProfileReader reader : READERS) {
      if (reader.accepts(input.head())) {
        return reader.read(input, options);
      }
    }
    throw UnknownInput.explain(input);
  }

  /** Estimates what the program did from what was recorded of it. */
  public static HeapProfile unskew(RecordedProfile recorded, UnskewOptions options) {
    return Unskewing.apply(recorded, options);
  }

  /** Writes a profile; does not close {@code out}. */
  public static void write(HeapProfile profile, Format format, WriteOptions options, OutputStream out)
      throws IOException {
    format.newWriter().write(profile, options, out);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
