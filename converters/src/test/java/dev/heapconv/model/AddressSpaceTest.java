package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.Selection.DumpSelector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressSpaceTest {

  private static final long PROGRAM = 0x561234567000L;
  private static final long LIBRARY = 0x7f1234567000L;

  private static EstimatedProfile dump(String source, long program, long library)
      throws IOException {
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
    return new EstimatedProfile(
        new CaptureInfo(source, "", "", ""),
        profile.stacks(),
        profile.heaps(),
        profile.remarks(),
        profile.confidence(),
        profile.notices());
  }

  private static @Nullable AddressSpace of(long program, long library) throws IOException {
    return AddressSpace.of(dump("a.heap", program, library));
  }

  private static boolean areOfOneProcess(EstimatedProfile one, EstimatedProfile other) {
    return Recordings.ofOneProcess(DumpFacts.of(one).get(0), DumpFacts.of(other).get(0), 2)
        == Evidence.SURE;
  }

  @ParameterizedTest
  @CsvSource({
    "jeprof.17.0.i0.heap, other/jeprof.17.12.f.heap",
    "je0.0.heap, je0.5.heap",
    "gp.0003.heap, gp.0013.heap",
    "before.heap, after.heap",
  })
  void dumpsOfOneProcessHaveTheSame(String one, String other) throws IOException {
    assertThat(areOfOneProcess(dump(one, PROGRAM, LIBRARY), dump(other, PROGRAM, LIBRARY)))
        .isTrue();
  }

  @Test
  void anotherRunIsPlacedElsewhere() throws IOException {
    assertThat(
            areOfOneProcess(
                dump("srv.0001.heap", PROGRAM, LIBRARY),
                dump("srv.0002.heap", PROGRAM + 4096, LIBRARY)))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"jeprof.17.0.i0.heap, jeprof.18.0.i0.heap", "gp_17.0001.heap, gp_18.0002.heap"})
  void forkedProcessesAreToldApartByTheirFiles(String one, String other) throws IOException {
    assertThat(areOfOneProcess(dump(one, PROGRAM, LIBRARY), dump(other, PROGRAM, LIBRARY)))
        .isFalse();
  }

  @Test
  void aLibraryTellsWhereTheProgramIsNotRelocated() throws IOException {
    assertThat(of(0x401000, LIBRARY)).isEqualTo(new AddressSpace("/lib/a.so", LIBRARY));
  }

  @ParameterizedTest
  @ValueSource(longs = {0x401000, 0x555555554000L})
  void placesThatAreTheSameInEveryRunTellNothing(long program) throws IOException {
    assertThat(of(program, 0x7ffff7dc0000L)).isNull();
  }

  @Test
  void recordingsOfHeapprofdDoNotRepeatEachOther() throws IOException {
    assertThat(AddressSpace.of(Conversions.estimated("phases_i512", DumpSelector.LAST))).isNull();
  }
}
