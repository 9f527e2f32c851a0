package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;

/** Tars whose headers would fill the memory. */
class TarStreamTest {

  private static final byte[] TRACE = TestData.recordingBytes("overrun");

  private static byte[] tarWithLongName() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      byte[] name = new byte[3 << 20];
      TarArchiveEntry entry =
          new TarArchiveEntry(TarConstants.GNU_LONGLINK, TarConstants.LF_GNUTYPE_LONGNAME);
      entry.setSize(name.length);
      tar.putArchiveEntry(entry);
      tar.write(name);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  @Test
  void aTarThatInflatesToAnEndlessNameIsRefused() throws IOException {
    byte[] gzip = Containers.gzip(tarWithLongName());
    assertThat(gzip.length).isLessThan(10_000);
    assertThatThrownBy(() -> Conversions.read(gzip))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.HEADER_TOO_LARGE));
  }

  @Test
  void anEndlessNameBehindATraceIsNotReadEither() throws IOException {
    int endOfTrace = 512 + (TRACE.length + 511) / 512 * 512;
    byte[] trace = Arrays.copyOf(Containers.tar("a", TRACE), endOfTrace);
    RecordedProfile profile = Conversions.read(Containers.concat(trace, tarWithLongName()));
    assertThat(profile.dumps())
        .extracting(DumpSummary::totals)
        .isEqualTo(Conversions.read(TRACE).dumps().stream().map(DumpSummary::totals).toList());
    assertThat(profile.notices())
        .filteredOn(notice -> notice.id() == ErrorId.UNREAD_MEMBERS)
        .singleElement()
        .satisfies(notice -> assertThat(notice.message()).contains("1 member ", "header"));
  }
}
