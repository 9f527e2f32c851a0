package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressSpaceTest {

  private static final long PROGRAM = 0x561234567000L;
  private static final long LIBRARY = 0x7f1234567000L;

  private static String of(String source, long program, long library) throws IOException {
    String dump =
        "heap_v2/1\n"
            + "  t*: 3: 300 [0: 0]\n"
            + "@ 0x%x 0x%x\n"
            + "  t*: 3: 300 [0: 0]\n\n"
            + "MAPPED_LIBRARIES:\n"
            + "%x-%x r-xp 00000000 08:01 1 /usr/bin/server\n"
            + "%x-%x r-xp 00000000 08:01 2 /lib/a.so\n";
    String text =
        String.format(
            dump, library + 8, program + 8, program, program + 4096, library, library + 4096);
    RecordedProfile read = Conversions.read(text.getBytes(StandardCharsets.US_ASCII));
    EstimatedProfile profile = HeapConv.unskew(read, UnskewOptions.DEFAULT);
    return AddressSpace.of(
        new EstimatedProfile(
            new CaptureInfo(source, "", "", ""),
            profile.stacks(),
            profile.heaps(),
            profile.remarks(),
            profile.confidence(),
            profile.warnings()));
  }

  @ParameterizedTest
  @CsvSource({
    "jeprof.17.0.i0.heap, other/jeprof.17.12.f.heap",
    "je0.0.heap, je0.5.heap",
    "gp.0003.heap, gp.0013.heap",
    "before.heap, after.heap",
  })
  void dumpsOfOneProcessHaveTheSame(String one, String other) throws IOException {
    assertThat(of(one, PROGRAM, LIBRARY)).isNotEmpty().isEqualTo(of(other, PROGRAM, LIBRARY));
  }

  @Test
  void anotherRunIsPlacedElsewhere() throws IOException {
    assertThat(of("a.heap", PROGRAM, LIBRARY)).isNotEqualTo(of("a.heap", PROGRAM + 4096, LIBRARY));
  }

  @ParameterizedTest
  @CsvSource({"jeprof.17.0.i0.heap, jeprof.18.0.i0.heap", "gp_17.0001.heap, gp_18.0002.heap"})
  void forkedProcessesAreToldApartByTheirFiles(String one, String other) throws IOException {
    assertThat(of(one, PROGRAM, LIBRARY)).isNotEqualTo(of(other, PROGRAM, LIBRARY));
  }

  @Test
  void aLibraryTellsWhereTheProgramIsNotRelocated() throws IOException {
    assertThat(of("a.heap", 0x401000, LIBRARY))
        .contains("/lib/a.so")
        .isNotEqualTo(of("a.heap", 0x401000, LIBRARY + 4096));
  }

  @ParameterizedTest
  @ValueSource(longs = {0x401000, 0x555555554000L})
  void placesThatAreTheSameInEveryRunTellNothing(long program) throws IOException {
    assertThat(of("a.heap", program, 0x7ffff7dc0000L)).isEmpty();
  }

  @Test
  void recordingsOfHeapprofdDoNotRepeatEachOther() throws IOException {
    assertThat(AddressSpace.of(Conversions.estimated("phases_i512", DumpSelector.LAST))).isEmpty();
  }
}
