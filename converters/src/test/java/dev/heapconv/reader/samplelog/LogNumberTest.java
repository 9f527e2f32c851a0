package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number means the same in CSV and in JSONL, however its line is read. */
class LogNumberTest {

  private static final String HEADER = "{\"heapconv\":1,\"scheme\":\"weighted\",\"frees\":true}\n";
  private static final String CSV_HEADER =
      "# heapconv=1\n# scheme=weighted\n# frees=true\nop,address,size,weight,stack,time\n";

  /** The forms of one record: in CSV, as plain JSON, and as JSON that needs the full parser. */
  private static List<String> logs(String address, String size, String weight, String time) {
    String json = "\"size\":" + size + ",\"weight\":" + weight + ",\"time\":" + time;
    return List.of(
        CSV_HEADER + "alloc," + address + "," + size + "," + weight + ",f," + time + "\n",
        HEADER + "{\"alloc\":\"" + address + "\"," + json + "}\n",
        HEADER + "{\"alloc\":\"" + address + "\"," + json + ",\"other\":\"\\n\"}\n");
  }

  private static RecordedProfile read(String log) throws IOException {
    return Conversions.read(log.getBytes(StandardCharsets.UTF_8), ReadOptions.DEFAULT);
  }

  private static void assertTaken(List<String> logs, long bytes, long timeNanos)
      throws IOException {
    for (String log : logs) {
      RecordedProfile profile = read(log);
      assertThat(profile.notices()).as(log).isEmpty();
      RecordedHeap heap = profile.heaps().get(0);
      assertThat(heap.column(View.ALLOC_SPACE)).as(log).containsExactly(bytes);
      assertThat(heap.info().dump().durationNanos()).as(log).isEqualTo(timeNanos);
    }
  }

  private static void assertRefused(List<String> logs, String reason) throws IOException {
    for (String log : logs) {
      assertThatThrownBy(() -> read(log))
          .as(log)
          .isInstanceOfSatisfying(
              HeapConvException.class,
              e -> assertThat(e.id()).isEqualTo(ErrorId.NOTHING_UNDERSTOOD))
          .hasMessageEndingWith(": " + reason);
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        999_999_999_999_999_999L,
        1_000_000_000_000_000_000L,
        1_700_000_000_000_000_000L,
        Long.MAX_VALUE
      })
  void timesOfUpToNineteenDigitsAreRead(long time) throws IOException {
    assertTaken(logs("0x10", "16", "4096", Long.toString(time)), 4096, time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "18446744073709551616",
        "99999999999999999999999",
        "1.5",
        "1e300",
        "9007199254740994.0"
      })
  void wholeNumbersHaveNoFractionAndFitALong(String number) throws IOException {
    for (String log : logs("0x10", "16", "4096", number)) {
      RecordedProfile profile = read(log);
      assertThat(profile.notices())
          .as("%s: a record does without a time", log)
          .containsExactly(
              Notice.of(
                  ErrorId.TIMES_LEFT_OUT,
                  1,
                  log.lines().count(),
                  "the value of time is not a whole number below 2^63"));
      assertThat(profile.heaps().get(0).column(View.ALLOC_SPACE)).as(log).containsExactly(4096);
    }
    assertRefused(
        logs("0x10", number, "4096", "1"), "the value of size is not a whole number below 2^63");
  }

  /** As pandas and other programs write them that know nothing but double numbers. */
  @ParameterizedTest
  @CsvSource({"1000.0, 1000", "1e3, 1000", "1.5E+1, 15", "9007199254740992.0, 9007199254740992"})
  void wholeNumbersMayBeWrittenAsFractions(String number, long value) throws IOException {
    assertTaken(logs("0x10", "16", "4096", number), 4096, value);
    assertTaken(logs("0x10", number, "9007199254740992", "1"), 9007199254740992L, 1);
  }

  @ParameterizedTest
  @CsvSource({"4096.4, 4096", "4.096e3, 4096", "4096E0, 4096", "40960e-1, 4096"})
  void aWeightMayHaveAFractionAndAnExponent(String weight, long bytes) throws IOException {
    assertTaken(logs("0x10", "16", weight, "1"), bytes, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e30", "12345678901234567890", "1e308"})
  void aWeightAboveAllSizesIsRefused(String weight) throws IOException {
    assertRefused(logs("0x10", "16", weight, "1"), "the weight is larger than 2^63");
  }

  @Test
  void aWeightThatIsTooLargeForANumberIsNone() throws IOException {
    assertRefused(logs("0x10", "16", "1e999", "1"), "the value of weight is not a number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1000000000000000000", "-9223372036854775807"})
  void sizesAndWeightsAreNotNegative(String number) throws IOException {
    assertRefused(logs("0x10", number, "4096", "1"), "the alloc has a negative number");
    assertRefused(logs("0x10", "16", number, "1"), "the alloc has a negative number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "0x10", "1d", "+1", ".5", "1.", "1e", "1 2", "-"})
  void csvHasTheNumbersOfJson(String number) throws IOException {
    List<String> csv = logs("0x10", "16", number, "1").subList(0, 1);
    assertRefused(csv, "the value of weight is not a number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x7f01",
        "0X7F01",
        "7f01",
        "7F01",
        "00007f01",
        "0x00000000000000000000000000007f01"
      })
  void addressesAreHexadecimal(String address) throws IOException {
    for (String log : logs(address, "16", "4096", "1")) {
      String free = log.startsWith("#") ? "free,0x7f01,,,,\n" : "{\"free\":\"0x7f01\"}\n";
      RecordedProfile profile = read(log + free);
      assertThat(profile.notices()).as(log).isEmpty();
      assertThat(profile.heaps().get(0).column(View.SPACE)).as(log).containsExactly(0);
    }
  }

  @Test
  void addressesHaveUpTo64Bits() throws IOException {
    assertTaken(logs("0xffffffffffffffff", "16", "4096", "1"), 4096, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x10000000000000000", "0x", "x10", "0x1g", "-1", "1.5"})
  void otherAddressesAreNone(String address) throws IOException {
    assertRefused(
        logs(address, "16", "4096", "1"),
        "an address is not a hexadecimal number of at most 64 bits");
  }

  @Test
  void jsonHasNoLeadingZeros() throws IOException {
    assertThatThrownBy(() -> read(HEADER + "{\"alloc\":1,\"size\":007,\"weight\":4096}\n"))
        .hasMessageContaining("not valid JSON");
  }
}
