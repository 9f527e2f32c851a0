package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantitiesTest {

  private static final List<Function<String, ?>> ALL =
      List.of(
          Quantities::bytes,
          Quantities::objects,
          Quantities::level,
          Quantities::percent,
          Quantities::rows,
          Quantities::count,
          Quantities::positive);

  /** The last are what only Java writes so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e309",
        "1e999999999",
        "-1e309",
        "1e-309",
        "4.9e-324",
        "NaN",
        "Infinity",
        "-1",
        "x",
        "",
        "5d",
        "0x1p3"
      })
  void noNumberIsInfiniteOrNone(String text) {
    for (Function<String, ?> reader : ALL) {
      assertThatThrownBy(() -> reader.apply(text)).isInstanceOf(TypeConversionException.class);
    }
  }

  @Test
  void levelsAndPercentagesAreReadAsPeopleWriteThem() {
    assertThat(List.of(Quantities.level("95%"), Quantities.level("95"), Quantities.level(" .95 ")))
        .containsOnly(0.95);
    assertThat(List.of(Quantities.percent("0.5 %"), Quantities.percent("5e-1"))).containsOnly(0.5);
  }
}
