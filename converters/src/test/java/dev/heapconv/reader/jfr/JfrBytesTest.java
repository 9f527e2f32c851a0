package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JfrBytesTest {

  private static final byte[] CHUNK =
      TestData.bytes(TestData.own("alloc/jfr/give_ap_alloc256k.jfr"));

  @TempDir private Path folder;

  private static JfrBytes memory(byte... chunk) {
    return new JfrBytes(chunk, chunk.length);
  }

  private JfrBytes pages(byte[] chunk, int pageBytes, int pages) throws IOException {
    Path file = Files.write(folder.resolve("chunk"), chunk);
    return new JfrBytes(new RandomAccessFile(file.toFile(), "r"), pageBytes, pages);
  }

  /** Pages that are as long as the chunk, that end with it, and that a number lies in two of. */
  @ParameterizedTest
  @CsvSource({"1, 1", "7, 3", "64, 1", "1000, 5", "27315, 2", "5463, 9", "65536, 2"})
  void aFileHasTheBytesOfAChunkInMemory(int pageBytes, int pages) throws IOException {
    JfrBytes memory = memory(CHUNK);
    try (JfrBytes file = pages(CHUNK, pageBytes, pages)) {
      assertThat(file.end()).isEqualTo(CHUNK.length);
      assertThat(file.bytes(CHUNK.length)).isEqualTo(CHUNK);
      assertThat(file.position()).isEqualTo(CHUNK.length);
      Random random = new Random(1);
      for (int i = 0; i < 20_000; i++) {
        int position = random.nextInt(CHUNK.length - 20);
        memory.seek(position);
        file.seek(position);
        assertThat(file.number()).isEqualTo(memory.number());
        memory.skip(3);
        file.skip(3);
        assertThat(file.next()).isEqualTo(memory.next());
        assertThat(file.position()).isEqualTo(memory.position());
      }
    }
  }

  @Test
  void numbersHaveSevenBitsToAByteAndEightInTheNinth() {
    byte ff = (byte) 0xff;
    assertThat(memory(new byte[] {0x7f}).number()).isEqualTo(127);
    assertThat(memory(new byte[] {ff, 0x01}).number()).isEqualTo(255);
    JfrBytes longest = memory(new byte[] {ff, ff, ff, ff, ff, ff, ff, ff, ff, 5});
    assertThat(longest.number()).isEqualTo(-1);
    assertThat(longest.position()).isEqualTo(9);
    byte[] eight = {ff, ff, ff, ff, ff, ff, ff, 0x7f};
    assertThat(memory(eight).number()).isEqualTo((1L << 56) - 1);
    byte[] highest = {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    JfrBytes fixed = memory(highest);
    assertThat(fixed.fixed()).isEqualTo(1);
    assertThat(fixed.fixed()).isEqualTo(0x0203040506070809L);
  }

  /** A chunk of four bytes. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 5, Long.MAX_VALUE, Long.MIN_VALUE})
  void nothingLeadsOutOfTheChunk(long to) throws IOException {
    try (JfrBytes file = pages(new byte[4], 2, 1)) {
      for (JfrBytes bytes : new JfrBytes[] {memory(new byte[] {0, 0, 0, 0}), file}) {
        assertThatThrownBy(() -> bytes.seek(to)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> bytes.skip(to)).isInstanceOf(MalformedException.class);
        bytes.seek(4);
        assertThatThrownBy(bytes::next).isInstanceOf(MalformedException.class);
        assertThatThrownBy(bytes::number).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> bytes.skip(1)).isInstanceOf(MalformedException.class);
        bytes.seek(0);
        assertThat(bytes.next()).isZero();
      }
    }
  }

  @Test
  void moreThingsThanBytesAreNotCounted() {
    assertThat(memory(new byte[] {2, 0, 0}).count()).isEqualTo(2);
    assertThatThrownBy(() -> memory(new byte[] {3, 0, 0}).count())
        .isInstanceOf(MalformedException.class);
    byte ff = (byte) 0xff;
    assertThatThrownBy(() -> memory(new byte[] {ff, ff, ff, ff, ff, ff, ff, ff, ff}).count())
        .isInstanceOf(MalformedException.class);
  }
}
