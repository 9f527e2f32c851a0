package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of other things are refused by their names. */
class UnsupportedInputTest {

  private static void assertRefused(byte[] bytes, String what) {
    assertThatThrownBy(() -> Conversions.read(bytes))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.isOfOutput()).isFalse();
              assertThat(e.id()).isEqualTo(ErrorId.NOT_A_HEAP_PROFILE);
              assertThat(e.getMessage()).startsWith("not a heap profile but a ").contains(what);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--- contentionz 1 --- | lock contention",
        "--- contention: | lock contention",
        "--- mutex: | lock contention",
        "--- threadz 1 --- | list of threads",
        "goroutine profile: total 7 | goroutine profile",
        "threadcreate profile: total 7 | thread creation",
        "JAVA PROFILE 1.0.2 | hprof",
        "{\"snapshot\":{\"meta\":{}}} | heap snapshot",
        "{\"nodes\":[{\"id\":1,\"callFrame\":{}}]} | V8 CPU profile",
        "{\"traceEvents\":[]} | Chrome trace",
      })
  void textsAreKnownByTheirBeginning(String text, String what) {
    assertRefused((text + "\n").getBytes(StandardCharsets.UTF_8), what);
  }

  /** As heaptrack writes of a shell that only runs other programs. */
  @Test
  void aRecordingOfHeaptrackWithoutAllocationsIsNamed() {
    assertRefused("\n# strings: 0\n# ips: 0\n".getBytes(StandardCharsets.UTF_8), "no allocations");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PeriodType: space bytes\nPeriod: 1\nSamples:\nalloc_objects/count\n",
        "File: app\nType: inuse_space\nTime: Nov 30, 2026 at 8:47pm (UTC)\n",
        "Type: inuse_space\nShowing nodes accounting for 5GB, 100% of 5GB total\n"
      })
  void theOutputOfPprofIsNamed(String text) {
    assertThatThrownBy(() -> Conversions.read(text.getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("looks like the output of pprof; convert the profile");
  }

  static Stream<Arguments> unread() {
    return Stream.of(
        arguments(
            "{\n  \"dhatFileVersion\": 3,\n\"mode\":\"heap\"}", "a DHAT profile of file version 3"),
        arguments("v 10400 3\nx 5 /prog\nX ./prog\nI 1000 5e2990\n", "a raw heaptrack recording"),
        arguments(
            "v 10700 4\nX ./prog\nI 1000 5e2990\n", "a heaptrack recording of file version 4"),
        arguments("memray\0\u000b\0\0\0\0", "a memray recording"),
        arguments(
            "\u0080\u0004\u0095\0\1\0\0\0\0\0\0\u008c\u000btracemalloc\u0094\u008c\bSnapshot\u0094",
            "a tracemalloc snapshot"),
        arguments("\u0080\u0003ctracemalloc\nSnapshot\nq\0)", "a tracemalloc snapshot"),
        arguments(
            "{\"alloc_samples\": 5, \"elapsed_time_sec\": 1.5, \"files\": {}}",
            "a Scalene profile"),
        arguments("Nettrace\u0014\0\0\0!FastSerialization.1", "a .NET trace"),
        arguments("\1\u0040\0\0\0\u00f0LD_PRELOAD=/x/libbytehound.so", "a bytehound recording"),
        arguments(
            "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":49},\"threads\":[]}",
            "a Firefox profile"),
        arguments(
            "{\"meta\":{\"preprocessedProfileVersion\":70,\"importedFrom\":\"heapconv\"},\"x\":1}",
            "a Firefox profile"),
        arguments(
            "{\"meta\":{\"version\":29,\"startTime\":1,\"processType\":0},\"libs\":[]}",
            "a Firefox profile"),
        arguments(
            "{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x7f\"]}\n",
            "a Ruby heap dump"),
        arguments(
            "{\"address\":\"0x7f8\", \"type\":\"STRING\", \"memsize\":40}\n", "a Ruby heap dump"),
        arguments("main;run;a 17\nmain 3\n", "folded (collapsed) stacks"),
        arguments("main;run;a 17", "folded (collapsed) stacks"));
  }

  @ParameterizedTest
  @MethodSource("unread")
  void profilesOfMemoryThatAreNotReadAreNamed(String content, String name) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    for (byte[] stored : List.of(bytes, gzip(bytes))) {
      assertThatThrownBy(() -> Conversions.read(stored))
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> {
                assertThat(e.id()).isEqualTo(ErrorId.UNSUPPORTED_FORMAT);
                assertThat(e.getMessage()).contains(name, "does not read; ");
              });
    }
  }

  @ParameterizedTest
  @CsvSource({"a.otlp,OTLP profiles 1.9 or older", "a.collapsed,folded (collapsed) stacks"})
  void filesOfTheirToolsAreNamed(String file, String name) throws IOException {
    byte[] bytes = Files.readAllBytes(TestData.shared("new-formats/" + file));
    assertThatThrownBy(() -> Conversions.read(bytes))
        .hasMessageContaining(name)
        .hasMessageContaining("does not read");
  }

  @ParameterizedTest
  @CsvSource({
    "firefox_processed_v70.json, a Firefox profile",
    "dhat_copy_mode.json, a DHAT profile of mode 'copy'",
    "heaptrack_give.raw.zst, heaptrack_interpret"
  })
  void recentFilesAreNamedToo(String file, String name) throws IOException {
    byte[] bytes = Files.readAllBytes(TestData.shared("formats/" + file));
    assertThatThrownBy(() -> Conversions.read(bytes)).hasMessageContaining(name);
  }

  /** The second column is what the first one must be called, the third what to do with it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other/text/android_native_heap.txt | a native heap dump of Android | record with"
            + " heapprofd",
        "perfetto/native_heap_dump.txt | a native heap dump of Android | record with heapprofd",
        "other/text/ghc.hp | a heap profile of GHC | sample log",
        "other/text/heaptrack_print.txt | the output of heaptrack_print | convert the recording",
        "other/text/jcmd_histo.txt | a class histogram of a JVM | record these with JFR",
        "other/text/lsan.txt | a report of LeakSanitizer | sample log",
        "other/text/macos_leaks.txt | a report of macOS's leaks | sample log",
        "other/text/memleak_bcc.txt | the output of memleak | sample log",
        "other/text/memleak_libbpf.txt | the output of memleak | sample log",
        "other/text/memray_table.csv | a table of memray | sample log",
        "other/text/mtrace.txt | a log of glibc's mtrace | write + as alloc and - as free",
        "other/text/perf_script.txt | the output of perf script | sample log",
        "other/text/rprofmem.out | a recording of R's Rprofmem | sample log",
        "other/text/stackcount.txt | the output of stackcount | record the program with",
        "other/text/umdh.txt | a log of UMDH | hexadecimal",
        "perfetto/electron_heaps_v2.json | memory-infra (heaps_v2) | native_heap_profiler"
      })
  void outputsOfOtherToolsAreNamedWithTheNextStep(String file, String name, String step)
      throws IOException {
    byte[] bytes = Files.readAllBytes(TestData.shared("field2/" + file));
    assertThatThrownBy(() -> Conversions.read(bytes))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isNotEqualTo(ErrorId.UNKNOWN_FORMAT))
        .hasMessageContaining(name)
        .hasMessageContaining(step);
  }

  @ParameterizedTest
  @ValueSource(strings = {"packet {\n  clock_snapshot {\n", "packet: {\n  trusted_uid: 9999\n"})
  void aTraceAsTextCanBeMadeATraceAgain(String text) {
    assertThatThrownBy(() -> Conversions.read(text.getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("a Perfetto trace as text")
        .hasMessageContaining("traceconv binary IN OUT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "buffers: {\n  size_kb: 63488\n}\n",
        "buffers {\n  size_kb: 63488\n}\n",
        "# heap\n\nduration_ms: 1000\n# more\ndata_sources {\n",
        "\n# of buffers { }\ndata_sources: {\n  config {\n"
      })
  void aConfigIsNoTrace(String text) {
    assertRefused(text.getBytes(StandardCharsets.UTF_8), "a Perfetto trace config; record with it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"id\",\"type\",\"ts\",\"upid\",\"heap_name\",\"callsite_id\",\"count\",\"size\"\n1,2\n",
        "ts,heap_name,callsite_id,count,size\n"
      })
  void aTableOfTheTraceProcessorHasNoFunctions(String text) {
    assertRefused(text.getBytes(StandardCharsets.UTF_8), "convert the trace that was queried");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curl_error.pb.gz | looks like text: jemalloc profiling not enabled. Set MALLOC_CONF",
        "html_error.heap | a web page: 502 Bad Gateway)"
      })
  void whatAServerAnsweredIsShown(String file, String shown) throws IOException {
    byte[] bytes = Files.readAllBytes(TestData.shared("field2/other/" + file));
    assertThatThrownBy(() -> Conversions.read(bytes)).hasMessageContaining(shown);
  }

  @Test
  void ofALongLineTheBeginningIsShown() {
    byte[] bytes = ("\n" + "é".repeat(101) + "\nmore\n").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> Conversions.read(bytes))
        .hasMessageContaining("(it looks like text: " + "é".repeat(100) + "...)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packets { }\n",
        "# buffers {\n",
        "app 4711 [001] 12.5: cycles:\n",
        "= Start of something\n",
        "num of instances\n",
        "dear reader; there are 17\nof them\n",
        "{\"meta\":{},\"x\":1}",
        "v 1\nw 2\n",
        "1 2\n3 4\n",
        "\n\u0010\u0012\u000e\u0012\u007f\n\6\b\1",
        "\n\2\b\1\u0012\2",
        "\u0080\u0004\u0095pickle"
      })
  void othersAreNotTakenForThem(String content) {
    assertThatThrownBy(() -> Conversions.read(content.getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> assertThat(e.id()).isNotEqualTo(ErrorId.UNSUPPORTED_FORMAT));
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    }
    return bytes.toByteArray();
  }

  @Test
  void aGperftoolsCpuProfileIsKnownByItsWords() {
    byte[] head = new byte[64];
    head[8] = 3;
    head[24] = 100;
    assertRefused(head, "gperftools CPU profile");
  }

  @ParameterizedTest
  @CsvSource({
    "samples,count,profile of samples",
    "cpu-time,nanoseconds,CPU",
    "wall-time,nanoseconds,wall clock",
    "lock-time,nanoseconds,lock contention",
    "cpu,nanoseconds,CPU",
    "contentions,count,contention",
    "goroutine,count,goroutine",
    "x,y,profile of x"
  })
  void pprofFilesAreKnownByTheirSampleTypes(String type, String unit, String what) {
    byte[] profile =
        Profile.newBuilder()
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addStringTable("")
            .addStringTable(type)
            .addStringTable(unit)
            .build()
            .toByteArray();
    assertRefused(profile, what);
  }

  @Test
  void aHeapDumpOfDotnetIsKnownByItsMagic() {
    byte[] head = "\u0014\0\0\0!FastSerialization.1".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(head, ".NET heap dump (gcdump)");
  }

  @ParameterizedTest
  @CsvSource({"cpu,CPU time", "wall,wall clock time", "object,every n-th allocation"})
  void rubysProfilesAreKnown(String mode, String what) {
    // Marshal.dump({version: 1.2, mode: :cpu, interval: 1000})
    String dump =
        "\u0004\b{\b:\fversionf\b1.2:\tmode:"
            + (char) (mode.length() + 5)
            + mode
            + ":\rintervali\u0002\u00e8\u0003";
    assertRefused(dump.getBytes(StandardCharsets.ISO_8859_1), "Ruby stackprof");
    assertRefused(dump.getBytes(StandardCharsets.ISO_8859_1), what);
    String json = "{\"version\":1.2,\"mode\":\"" + mode + "\",\"gc_samples\":0}";
    assertRefused(json.getBytes(StandardCharsets.UTF_8), "Ruby stackprof");
  }

  @ParameterizedTest
  @CsvSource({"samples,count,CPU time", "wall,nanoseconds,wall clock time"})
  void aCpuProfileIsKnownByItsPeriodToo(String type, String unit, String what) {
    Profile.Builder profile =
        Profile.newBuilder()
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .setPeriodType(ValueType.newBuilder().setType(3).setUnit(4));
    for (String text : new String[] {"", type, unit, "cpu", "nanoseconds"}) {
      profile.addStringTable(text);
    }
    assertRefused(profile.build().toByteArray(), what);
  }
}
