package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.writer.perfetto.EstimatesRead;
import java.io.IOException;

/** Traces of estimates against the contract of all writers: read back by the reader of traces. */
class EstimatesWriterContractTest extends WriterContract {

  @Override
  protected Format format() {
    return Format.PERFETTO_ESTIMATES;
  }

  @Override
  protected void check(byte[] bytes, EstimatedProfile profile) throws IOException {
    assertThat(Trace.parseFrom(bytes).getPacket(0).getTraceConfig().getUniqueSessionName())
        .isEqualTo("heapconv estimates");
    if (!profile.heaps().isEmpty()) {
      EstimatesRead.check(bytes, profile);
    }
  }
}
