package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NoticeTest {

  private static final Notice MISSED = Notice.of(ErrorId.MISSED_FREES, 783, 604L);

  @Test
  void isEqualByItsValues() {
    assertThat(MISSED).isEqualTo(Notice.of(ErrorId.MISSED_FREES, 783L, 604));
    assertThat(MISSED).isNotEqualTo(Notice.of(ErrorId.MISSED_FREES, 783, 605));
    assertThat(MISSED).isNotEqualTo(MISSED.about("new"));
  }

  @Test
  void saysWhatItIsAboutFirst() {
    assertThat(MISSED.about("a.log").about("new").message())
        .startsWith("new: a.log: 783 allocations have")
        .contains("line 604");
    assertThat(MISSED.message()).startsWith("783 ");
  }

  @Test
  void givesItsValuesByName() {
    assertThat(MISSED.named()).containsExactly(entry("count", 783L), entry("line", 604L));
    assertThat(Notice.of(ErrorId.NO_SAMPLES).named()).isEmpty();
  }

  private static Map.Entry<String, Object> entry(String name, Object value) {
    return Map.entry(name, value);
  }

  @Test
  void takesPlainValuesThatFitTheTextOnly() {
    assertThatThrownBy(() -> Notice.of(ErrorId.COLUMNS_LEFT_OUT, Path.of("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Notice.of(ErrorId.MISSED_FREES, "many", 604))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Notice.of(ErrorId.MISSED_FREES, 783))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(ErrorId.class)
  void noTwoValuesOfATextHaveOneName(ErrorId id) {
    List<String> names = id.placeholders();
    assertThat(new HashSet<>(names)).hasSameSizeAs(names);
  }
}
