package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryTest {

  /** A value whose hash code says as little of it as wanted. */
  private record Value(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 1 << 30})
  void numbersValuesInOrderOfFirstUse(int hashCodes) {
    Random random = new Random(9);
    Dictionary<Value> ids = new Dictionary<>();
    Map<Value, Integer> expected = new LinkedHashMap<>();
    for (int i = 0; i < 3000; i++) {
      int number = random.nextInt(1500);
      Value value = new Value(number, number * 1024 % hashCodes);
      assertThat(ids.find(value)).isEqualTo(expected.getOrDefault(value, Dictionary.NONE));
      assertThat(ids.id(value)).isEqualTo(expected.computeIfAbsent(value, v -> expected.size()));
      assertThat(ids.find(value)).isEqualTo(expected.get(value));
    }
    assertThat(ids.values()).containsExactlyElementsOf(expected.keySet());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void whatIsAppendedTakesANumberAndIsNotFound(int before) {
    Dictionary<String> ids = new Dictionary<>();
    for (int i = 0; i < before; i++) {
      ids.id("value " + i);
    }

    assertThat(ids.append("hidden")).isEqualTo(before);
    assertThat(ids.find("hidden")).isEqualTo(Dictionary.NONE);
    assertThat(ids.id("hidden")).isEqualTo(before + 1);
    assertThat(ids.values()).hasSize(before + 2);
  }
}
