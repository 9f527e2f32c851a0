package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class BuildIdTest {

  private static final String BREAKPAD = BuildId.normal(Expected.PROG_BREAKPAD);

  @Test
  void breakpadIdsAreThoseOfTheSameBinary() {
    assertThat(BuildId.same(BREAKPAD, Expected.PROG)).isTrue();
    assertThat(BuildId.same(Expected.PROG, BREAKPAD)).isTrue();
    assertThat(BuildId.same(BREAKPAD, Expected.PROG_NOPIE)).isFalse();
    assertThat(BuildId.digits(BREAKPAD)).isEqualTo(Expected.PROG.substring(0, 32));
    assertThat(BuildId.fuller(BREAKPAD, Expected.PROG)).isEqualTo(Expected.PROG);
    assertThat(BuildId.fuller(Expected.PROG, BREAKPAD)).isEqualTo(Expected.PROG);
  }

  @Test
  void readsBreakpadIdsThatWereRecordedAsText() {
    byte[] text = Expected.PROG_BREAKPAD.getBytes(StandardCharsets.US_ASCII);
    assertThat(BuildId.normal(HexFormat.of().formatHex(text))).isEqualTo(BREAKPAD);
  }

  @Test
  void shortIdsArePaddedInBreakpadForm() {
    String id = BuildId.normal("7856341234127856" + "abcdef0100000000" + "0");
    assertThat(BuildId.same(id, "1234567812345678abcdef01")).isTrue();
  }

  @Test
  void caseDoesNotMatterAndBeginningsDo() {
    assertThat(BuildId.normal(Expected.PROG.toUpperCase(Locale.ROOT))).isEqualTo(Expected.PROG);
    assertThat(BuildId.same(Expected.PROG, Expected.PROG.substring(0, 32))).isFalse();
  }

  @Test
  void whatIsNoIdIsUnknown() {
    assertThat(BuildId.normal("")).isEmpty();
    assertThat(BuildId.normal("0".repeat(33))).isEmpty();
    assertThat(BuildId.normal("Rt3/x-y")).isEmpty();
    assertThat(BuildId.same("", "")).isFalse();
  }
}
