package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorIdTest {

  @ParameterizedTest
  @EnumSource(ErrorId.class)
  void eachIsExplainedWithoutAnOptionOfTheCommandLine(ErrorId id) {
    for (String text : new String[] {id.text(), id.meaning(), id.remedy()}) {
      assertThat(text).isNotBlank().doesNotContain("--").doesNotContain("\n");
    }
    assertThat(id.meaning()).endsWith(".");
    assertThat(id.remedy()).endsWith(".");
    assertThat(id.text()).doesNotEndWith(".");
    assertThat(id.wireName()).matches("[a-z]+(-[a-z]+)*");
    assertThat(ErrorId.ofWireName(id.wireName())).contains(id);
  }

  @Test
  void nothingIsExplainedThatDoesNotExist() throws IOException {
    Properties explained = new Properties();
    try (InputStream in = ErrorId.class.getResourceAsStream("errors.properties")) {
      explained.load(in);
    }
    TreeSet<String> expected = new TreeSet<>();
    for (ErrorId id : ErrorId.values()) {
      expected.add(id.wireName() + ".meaning");
      expected.add(id.wireName() + ".remedy");
    }
    assertThat(new TreeSet<>(explained.stringPropertyNames())).isEqualTo(expected);
  }

  @Test
  void namesOfOtherVersionsAreUnknown() {
    assertThat(ErrorId.ofWireName("moon-missing")).isEmpty();
  }

  @Test
  void placesAreFilledInOrder() {
    assertThat(HeapConvException.input(ErrorId.LINE_TOO_LONG, "log", 7, 100))
        .hasMessage("line 7 is longer than the limit of 100 bytes");
    assertThat(Notice.of(ErrorId.MALFORMED_PACKET, 1L, 99, "why").message())
        .isEqualTo("1 packet is damaged, the first at byte 99 (why); skipped");
    assertThat(Notice.of(ErrorId.MALFORMED_PACKET, 2L, 99, "why").message())
        .isEqualTo("2 packets are damaged, the first at byte 99 (why); skipped");
    assertThat(HeapConvException.input(ErrorId.MALFORMED_PACKET, "trace", 2L, 99, "why"))
        .hasMessage("2 packets are damaged, the first at byte 99 (why)");
  }

  @Test
  void valuesFromRecordingsAreNotTakenForPlaces() {
    assertThat(HeapConvException.input(ErrorId.NO_SUCH_VIEW, "x", "{views}", "{a:b|c}"))
        .hasMessage("no view '{views}'; the profile has {a:b|c}");
  }

  @Test
  void asManyValuesAsPlaces() {
    assertThatThrownBy(() -> Notice.of(ErrorId.NO_SAMPLES, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Notice.of(ErrorId.DEEP_STACK))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void someAreErrorsSomeWarningsAndSomeEither() {
    assertThat(ErrorId.NO_SUCH_FILE.severity()).isEqualTo(ErrorId.Severity.ERROR);
    assertThat(ErrorId.NO_SAMPLES.severity()).isEqualTo(ErrorId.Severity.WARNING);
    assertThat(ErrorId.TRUNCATED_DUMP.severity()).isEqualTo(ErrorId.Severity.EITHER);
  }
}
