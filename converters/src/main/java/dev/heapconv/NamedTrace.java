package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.InputSource.Recordings;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.naming.Demangling;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.writer.perfetto.TraceAdditions;
import dev.heapconv.writer.perfetto.TraceCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The output that takes a recording instead of a profile: a copy of a Perfetto trace with names
 * appended.
 */
public enum NamedTrace implements FileFormat {
  PERFETTO;

  private static final List<String> EXTENSIONS = List.of(".pftrace", ".perfetto-trace");

  @Override
  public String id() {
    return "perfetto";
  }

  @Override
  public List<String> extensions() {
    return EXTENSIONS;
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  /**
   * Copies a Perfetto trace and adds names to it. The copy has no compression, and its packets do
   * not change. At the end it has additional packets with symbols and deobfuscation maps, which
   * contain what the namings of {@code options} know about the frames. If you read the copy without
   * the namings, it has the same names.
   *
   * @param source the trace
   * @param options what to read, and how, with the namings to apply
   * @param out receives the copy; it stays open. If this method fails, part of the copy may be
   *     written
   * @return the recording with names
   * @throws HeapConvException {@link ErrorId#NOT_A_TRACE}, or as for {@link
   *     HeapConv#read(InputSource, ReadOptions)}
   */
  public RecordedProfile write(InputSource source, ReadOptions options, OutputStream out)
      throws IOException {
    RecordedProfile recorded = new Copies(options, out).write(source);
    Demangling.apply(recorded.stacks());
    return recorded;
  }

  /** Copies a trace while it is read, and then appends names. */
  private static final class Copies {
    private final ReadOptions options;
    private final OutputStream out;
    private int count;

    Copies(ReadOptions options, OutputStream out) {
      this.options = options;
      this.out = out;
    }

    RecordedProfile write(InputSource source) throws IOException {
      Recordings<RecordedProfile> found =
          source.readAll(options.limits(), Formats.STANDARD::content, this::copy);
      if (count > 1) {
        throw HeapConvException.input(ErrorId.SEVERAL_RECORDINGS, source.name(), count);
      }
      return TraceAdditions.write(found.only(source.name()), options.namings(), out);
    }

    private RecordedProfile copy(Input input) throws IOException {
      PerfettoReader reader = new PerfettoReader();
      if (!reader.accepts(input.head())) {
        throw HeapConvException.input(ErrorId.NOT_A_TRACE, input.name());
      }
      count++;
      TraceCopy copy =
          new TraceCopy(input.name(), input.stream(), options.limits().maxPacketBytes(), out);
      return reader.read(input.through(copy), options);
    }
  }
}
