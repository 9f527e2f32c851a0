package dev.heapconv.reader.pprof;

import dev.heapconv.input.Input;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;

/**
 * Reads heap profiles in pprof's protobuf form: of Go, of google/tcmalloc, of Fuchsia's memory
 * sampler, and of this program. All but Fuchsia's raw ones are scaled by their producer and pass
 * through.
 */
public final class PprofReader implements ProfileReader {

  @Override
  public String formatName() {
    return "pprof profile";
  }

  @Override
  public boolean accepts(byte[] head) {
    return PprofSniffer.looksLikeProfile(head);
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    return new PprofImport(content(input, options), input, options).profile();
  }

  static PprofContent content(Input input, ReadOptions options) throws IOException {
    int limit = options.limits().maxPacketBytes();
    byte[] bytes = input.stream().readNBytes(limit);
    if (bytes.length == limit && input.stream().read() >= 0) {
      throw HeapConvException.input(
          "too-large",
          input.name(),
          "is larger than " + limit + " bytes; raise the limit with --raise-limit packet=BYTES");
    }
    if (input.damage().what() != null) {
      throw HeapConvException.input("truncated-profile", input.name(), input.damage().what());
    }
    return PprofContent.parse(bytes, input.name(), options.limits());
  }
}
