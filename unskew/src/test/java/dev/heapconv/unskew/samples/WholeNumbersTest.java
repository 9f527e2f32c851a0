package dev.heapconv.unskew.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WholeNumbersTest {

  @Test
  void theSumOfManyIsThatOfTheNumbers() {
    WholeNumbers wholeNumbers = new WholeNumbers();
    Random random = new Random(47);
    double sum = 0;
    long whole = 0;
    for (int i = 0; i < 10_000; i++) {
      double value = random.nextInt(3) == 0 ? random.nextInt(5) : 0.5 + random.nextInt(9);
      long rounded = wholeNumbers.next(value);
      assertThat((double) rounded).isCloseTo(value, within(0.999));
      assertThat(value != Math.rint(value) || rounded == value).isTrue();
      sum += value;
      whole += rounded;
      assertThat((double) whole).isCloseTo(sum, within(0.5001));
    }
    assertThat(wholeNumbers.next(Double.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }
}
