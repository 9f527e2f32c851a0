package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireCursorTest {

  @Test
  void numbersOfEveryLengthAreReadWhereverTheyAre() throws IOException {
    Random random = new Random(3);
    long[] numbers = random.longs(5000).map(number -> number >>> random.nextInt(64)).toArray();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    for (long number : numbers) {
      out.writeUInt64NoTag(number);
    }
    out.flush();
    byte[] message = bytes.toByteArray();
    WireCursor cursor = new WireCursor().reset(message, 0, message.length);
    for (long number : numbers) {
      assertThat(cursor.varint()).isEqualTo(number);
    }
    assertThat(cursor.remaining()).isZero();
  }

  @Test
  void longerFormsOfANumberAreTheSameNumber() {
    byte[] padded = {(byte) 0x96, (byte) 0x81, (byte) 0x80, (byte) 0x80, 0, 1, 1, 1, 1, 1, 1};
    assertThat(new WireCursor().reset(padded, 0, padded.length).varint()).isEqualTo(150);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, (1 << 28) - 1, 1 << 28, (1 << 29) - 1})
  void fieldsHaveAnyNumberThatProtobufAllows(int number) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeUInt64(number, 7);
    out.flush();
    WireCursor cursor = new WireCursor().reset(bytes.toByteArray(), 0, bytes.size());

    assertThat(cursor.nextField()).isEqualTo(number);
    assertThat(cursor.integer()).isEqualTo(7);
    assertThat(cursor.nextField()).isZero();
  }

  @Test
  void aFieldNumberBeyondThemIsNone() {
    byte[] tag = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10, 1};
    assertThatThrownBy(() -> new WireCursor().reset(tag, 0, tag.length).nextField())
        .hasMessage("a field number is out of range");
  }

  @Test
  void aNumberNeverGoesOnPastItsMessage() {
    for (int length = 1; length <= 12; length++) {
      byte[] bytes = new byte[32];
      Arrays.fill(bytes, 0, length, (byte) 0x80);
      bytes[length] = 1;
      for (int end = 0; end <= length; end++) {
        WireCursor cursor = new WireCursor().reset(bytes, 0, end);
        assertThatThrownBy(cursor::varint).isInstanceOf(WireCursor.MalformedException.class);
      }
      WireCursor whole = new WireCursor().reset(bytes, 0, length + 1);
      if (length < 10) {
        assertThat(whole.varint()).isEqualTo(1L << 7 * length);
      } else {
        assertThatThrownBy(whole::varint).hasMessageContaining("more than ten bytes");
      }
    }
  }
}
