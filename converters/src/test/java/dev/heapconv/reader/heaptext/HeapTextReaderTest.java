package dev.heapconv.reader.heaptext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What text dumps say besides numbers. */
class HeapTextReaderTest {

  private static RecordedProfile read(String text) throws IOException {
    return Conversions.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RecordedProfile withMaps(String... lines) throws IOException {
    return read(
        "heap profile: 1: 64 [1: 64] @ heapprofile\n1: 64 [1: 64] @ 0x400100\n"
            + "MAPPED_LIBRARIES:\n"
            + String.join("\n", lines)
            + "\n");
  }

  private static String process(RecordedProfile profile) {
    return profile.heaps().get(0).info().process();
  }

  private static List<String> addresses(RecordedProfile profile, int row) {
    StackTable stacks = profile.stacks();
    List<String> addresses = new ArrayList<>();
    for (int s = profile.heaps().get(0).stack(row); s != StackTable.ROOT; s = stacks.parent(s)) {
      addresses.add(Long.toHexString(stacks.frameAddress(stacks.frame(s))));
    }
    return addresses;
  }

  @Test
  void addressesOfJavaHeapzAreNumbersOfLocations() throws IOException {
    RecordedProfile profile =
        read("--- heapz 1 ---\n 4752 9 @ 0x2b 0x2c 0x2d\n 0x2b f (A.java:1)\n 0x2c g\n 0x2d h\n");
    assertThat(addresses(profile, 0)).containsExactly("2b", "2c", "2d");
    assertThat(RecordedText.of(profile)).containsOnlyKeys("h;g;f");
    RecordedProfile unnamed = read("--- heapz 1 ---\n 16 1 @ 0x2b 0x2d\n 0x2c g\n");
    assertThat(RecordedText.of(unnamed).keySet()).noneMatch(stack -> stack.contains("g"));
  }

  @Test
  void soAreThoseOfARealOne() throws IOException {
    RecordedProfile profile =
        Conversions.read(TestData.shared("third-party/pprof/java.heap"), ReadOptions.DEFAULT);
    assertThat(addresses(profile, 1)).containsExactly("2b", "2c", "2d", "2e");
  }

  @Test
  void theProcessIsTheProgramNotTheFirstLibrary() throws IOException {
    String library = "00400000-00500000 r-xp 0 00:00 1 /usr/lib/libtcmalloc.so.4";
    String program = "00600000-00700000 r-xp 0 00:00 2 /opt/app/server";
    assertThat(process(withMaps(library, program))).isEqualTo("server");
    assertThat(process(withMaps("00300000-00400000 r-xp 0 0:0 3 /lib64/ld-2.31.so", program)))
        .isEqualTo("server");
    assertThat(process(withMaps(library, program + " (deleted)"))).isEqualTo("server");
    assertThat(process(withMaps("00300000-00310000 rwxp 0 0:0 3 /dev/zero (deleted)", program)))
        .isEqualTo("server");
    assertThat(process(withMaps("00600000-00700000 r--p 0 0:0 3 /usr/share/data", program)))
        .isEqualTo("server");
    assertThat(process(withMaps(library))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "heap_v2/4096, gperftools sampled heap profile, malloc, RECORDED, 4096",
    "peakheap/4096, tcmalloc peak heap profile, peak, RECORDED, 4096",
    "peakheapz_v2/4096, tcmalloc peak heap profile, peak, RECORDED, 4096",
    "fragmentation, tcmalloc fragmentation profile, fragmentation, EXACT, 1",
    "fragmentationz/1, tcmalloc fragmentation profile, fragmentation, EXACT, 1",
    "heap/8192, Go heap profile, go, RECORDED, 4096",
    "growth, gperftools heap growth profile, growth, EXACT, 1"
  })
  void profilesAreCalledWhatTheyAre(
      String type, String format, String name, Scheme scheme, long interval) throws IOException {
    RecordedProfile profile =
        read("heap profile: 1: 64 [1: 64] @ " + type + "\n1: 64 [1: 64] @ 0x400100\n");
    RecordedHeap heap = profile.heaps().get(0);
    assertThat(profile.capture().format()).isEqualTo(format);
    assertThat(heap.info().heap()).isEqualTo(name);
    assertThat(heap.info().scheme()).isEqualTo(scheme);
    assertThat(heap.info().samplingInterval()).isEqualTo(interval);
  }
}
