package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineReaderTest {

  @Test
  void theFirstOfManyCharactersIsFound() {
    SplittableRandom random = new SplittableRandom(1);
    // Neighbours in all bits, and bytes that are negative.
    byte[] alphabet = {'\n', '\n' + 1, '\n' - 1, 0, 1, -1, (byte) ('\n' | 0x80), ','};
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = alphabet[random.nextInt(random.nextInt(4) == 0 ? 0 : 1, alphabet.length)];
      }
      int from = random.nextInt(bytes.length + 1);
      int to = random.nextInt(from, bytes.length + 1);
      int expected = from;
      while (expected < to && bytes[expected] != '\n') {
        expected++;
      }
      assertThat(LineReader.indexOf(bytes, from, to, '\n')).isEqualTo(expected);
    }
  }
}
