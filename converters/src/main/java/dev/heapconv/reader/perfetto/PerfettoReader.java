package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the profiles of heapprofd and of Chromium from Perfetto traces. */
public final class PerfettoReader implements ProfileReader {

  @Override
  public boolean accepts(byte[] head) {
    return TraceSniffer.looksLikeTrace(head);
  }

  @Override
  public InputContent content(byte[] head) {
    return TraceSniffer.beginsWithSymbols(head) ? InputContent.SYMBOLS : InputContent.TRACE;
  }

  @Override
  public List<String> formats() {
    return List.of(
        "Perfetto traces: heapprofd of Android 10 and newer and of Linux",
        "Perfetto traces: allocations of Android's runtime (com.android.art)",
        "Perfetto traces: native heap profiles of Chromium and Electron");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    TraceDecoder decoder =
        new TraceDecoder(input.name(), options.limits(), options.selection().dump());
    PacketScanner scanner = decoder.decode(input.stream());
    String damage = scanner.damage() != null ? scanner.damage() : input.damage();
    if (damage != null && options.strict()) {
      throw HeapConvException.input(ErrorId.TRUNCATED_TRACE, input.name(), damage);
    }
    if (decoder.problems.malformedPackets > 0 && options.strict()) {
      throw decoder.problems.malformed(input.name());
    }
    Collection<HeapAccumulator> heaps = decoder.finish(damage != null);
    if (heaps.isEmpty()) {
      throw nothingToConvert(input, decoder, damage);
    }
    return new TraceAssembly(input, options, decoder, heaps, damage).profile();
  }

  private static HeapConvException nothingToConvert(
      Input input, TraceDecoder decoder, @Nullable String damage) {
    if (decoder.problems.unfinishedDumps > 0) {
      return HeapConvException.input(
          ErrorId.NO_COMPLETE_DUMP,
          input.name(),
          damage == null ? "the trace ends before the first dump does" : damage);
    }
    if (damage != null) {
      return HeapConvException.input(
          ErrorId.NO_COMPLETE_DUMP,
          input.name(),
          damage + " (before that it contains " + decoder.content.describe() + ")");
    }
    if (decoder.content.streamed() > 0) {
      return HeapConvException.input(
          ErrorId.STREAMING_ALLOCATIONS, input.name(), decoder.content.streamed());
    }
    String advice =
        decoder.facts.heapprofdConfigured()
            ? "heapprofd was configured but recorded nothing: was the process running, and"
                + " profileable?"
            : decoder.facts.chromiumConfigured
                ? "Chromium's heap profiler was configured but recorded nothing: was its buffer"
                    + " large enough, and did processes run until the end?"
                : decoder.content.hasOtherSamples()
                    ? "samples of anything but live bytes are no heap profile"
                    : "record one with the android.heapprofd data source";
    return HeapConvException.input(
        ErrorId.NO_HEAP_PROFILE,
        input.name(),
        "the trace contains " + decoder.content.describe() + "; " + advice);
  }
}
