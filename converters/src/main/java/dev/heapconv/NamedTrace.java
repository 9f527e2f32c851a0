package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.InputSource.Recordings;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.perfetto.PerfettoReader;
import dev.heapconv.writer.perfetto.TraceAdditions;
import dev.heapconv.writer.perfetto.TraceCopy;
import java.io.IOException;
import java.io.OutputStream;

/** Copies a trace while it is read, and then appends names. */
final class NamedTrace {

  private final ReadOptions options;
  private final OutputStream out;
  private int copies;

  private NamedTrace(ReadOptions options, OutputStream out) {
    this.options = options;
    this.out = out;
  }

  /** Implements {@link HeapConv#addNames}; the names in the result are still mangled. */
  static RecordedProfile write(InputSource source, ReadOptions options, OutputStream out)
      throws IOException {
    NamedTrace trace = new NamedTrace(options, out);
    Recordings<RecordedProfile> found =
        source.readAll(options.limits(), Formats.STANDARD::content, trace::copy);
    if (trace.copies > 1) {
      throw HeapConvException.input(ErrorId.SEVERAL_RECORDINGS, source.name(), trace.copies);
    }
    return TraceAdditions.write(found.only(source.name()), options.namings(), out);
  }

  private RecordedProfile copy(Input input) throws IOException {
    PerfettoReader reader = new PerfettoReader();
    if (!reader.accepts(input.head())) {
      throw HeapConvException.input(ErrorId.NOT_A_TRACE, input.name());
    }
    copies++;
    TraceCopy copy =
        new TraceCopy(input.name(), input.stream(), options.limits().maxPacketBytes(), out);
    return reader.read(input.through(copy), options);
  }
}
