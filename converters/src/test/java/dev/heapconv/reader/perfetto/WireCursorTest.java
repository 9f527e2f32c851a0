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

  /** Field 1 is a number, 2 a text, and both occur twice, before and behind a message in 3. */
  private static byte[] message() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeUInt64(1, 5);
    out.writeString(2, "first");
    out.writeByteArray(3, new byte[] {8, 42});
    out.writeFixed32(1, 6);
    out.writeString(2, "last");
    out.flush();
    return bytes.toByteArray();
  }

  @Test
  void fieldsAreFoundWhereverTheyAreAndTheLastCounts() throws IOException {
    byte[] bytes = message();
    WireCursor cursor = new WireCursor().reset(bytes, 0, bytes.length);
    WireCursor child = new WireCursor();

    assertThat(cursor.text(2, "none")).isEqualTo("last");
    assertThat(cursor.copyBytes(2)).asString().isEqualTo("last");
    assertThat(cursor.integer(1, -1)).isEqualTo(6);
    assertThat(cursor.text(4, "none")).isEqualTo("none");
    assertThat(cursor.copyBytes(4)).isEmpty();
    assertThat(cursor.integer(4, -1)).isEqualTo(-1);
    assertThat(cursor.position()).isZero();
    assertThat(cursor.find(3, child)).isTrue();
    assertThat(child.integer(1, -1)).isEqualTo(42);
    assertThat(cursor.text(2, "none")).isEqualTo("last");
    assertThat(cursor.find(3, child)).isFalse();
  }

  @Test
  void aFieldIsOnlyFoundInAWholeMessage() throws IOException {
    byte[] bytes = message();
    for (int end = bytes.length - 1; end > bytes.length - 6; end--) {
      WireCursor cut = new WireCursor().reset(bytes, 0, end);
      assertThatThrownBy(() -> cut.integer(1, -1))
          .isInstanceOf(WireCursor.MalformedException.class);
    }
    WireCursor whole = new WireCursor().reset(bytes, 0, bytes.length);
    assertThatThrownBy(() -> whole.text(1, "")).hasMessageContaining("wire type 0");
    whole.reset(bytes, 0, bytes.length);
    assertThatThrownBy(() -> whole.integer(2, 0)).hasMessageContaining("wire type 2");
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
