package dev.heapconv.reader.pprof;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.util.List;

/**
 * Reads heap profiles in pprof's protobuf format: from Go, google/tcmalloc, Fuchsia's memory
 * sampler, and this program. All except Fuchsia's raw ones are scaled by their producer and pass
 * through.
 */
public final class PprofReader implements ProfileReader {

  @Override
  public boolean accepts(byte[] head) {
    return PprofSniffer.looksLikeProfile(head);
  }

  @Override
  public List<String> formats() {
    return List.of("pprof protos: of Go, tcmalloc, Fuchsia, heapconv and other programs");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    return new PprofImport(content(input, options), input, options).profile();
  }

  /**
   * Reads the series of profiles that Fuchsia's memory sampler wrote for one process, in any order,
   * as one profile of its whole lifetime.
   *
   * @param allowPartial whether the last partial profile may replace a missing final one
   * @throws dev.heapconv.model.HeapConvException if the profiles belong to different processes or
   *     generations, or one is missing
   */
  public static RecordedProfile readLifetime(
      List<InputSource> sources, ReadOptions options, boolean allowPartial) throws IOException {
    return FuchsiaLifetime.read(sources, options, allowPartial);
  }

  static PprofContent content(Input input, ReadOptions options) throws IOException {
    byte[] bytes = input.readAll(options.limits().maxPacketBytes());
    return PprofContent.parse(bytes, input.name(), options.limits());
  }
}
