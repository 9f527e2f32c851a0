package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.ValueType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void aFlightRecordingIsKnownByItsMagic() {
    assertRefused("FLR\0\0\2\0\1".getBytes(StandardCharsets.ISO_8859_1), "jfrconv --alloc --total");
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
