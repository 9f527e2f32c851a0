package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CodesTest {

  @Test
  void rowsOfRowsHaveTheCodesOfTheFirst() {
    Cases.forAll(
        100,
        values -> {
          int entries = values.between(1, 20);
          Codes first = codes(values.between(1, 20), entries, values.between(0, 1000));
          Codes some = codes(values.between(0, 20), first.rows(), values.between(0, 1000));
          Codes gathered = first.gather(some);
          assertThat(gathered.rows()).isEqualTo(some.rows());
          for (int row = 0; row < some.rows(); row++) {
            assertThat(gathered.code(row)).isEqualTo(first.code(some.code(row)));
          }
        });
  }

  private static Codes codes(int rows, int entries, int seed) {
    return Codes.of(IntStream.range(0, rows).map(row -> (row * 7 + seed) % entries).toArray());
  }

  @Test
  void allRowsOfADictionaryNeedNoCodes() {
    Codes all = Codes.ofDictionary(3);
    Codes two = Codes.of(new int[] {2, 0});
    assertThat(all.areDictionary()).isTrue();
    assertThat(all.gather(two)).isSameAs(two);
    assertThat(two.gather(Codes.ofDictionary(2))).isSameAs(two);
    assertThat(two.areDictionary()).isFalse();
  }

  @Test
  void theFirstRowsOfManyAreNotAll() {
    Codes three = Codes.of(new int[] {5, 6, 7});
    assertThat(three.gather(Codes.ofDictionary(2)).rows()).isEqualTo(2);
    assertThat(Codes.ofDictionary(3).gather(Codes.ofDictionary(2)).rows()).isEqualTo(2);
  }
}
