package dev.heapconv.fleet;

import dev.heapconv.query.DeviceSums;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;

/** What a recording has of a row of a table, as bytes that any engine can sort. */
public final class DeviceValue {

  static final Comparator<DeviceValue> ORDER = Comparator.comparingLong(value -> value.key);

  private static final int MAX_NUMBERS_BYTES = Short.BYTES + DeviceSums.NUMBERS * Double.BYTES;

  /** The memory that a value takes at most. */
  static final int MAX_BYTES = MAX_NUMBERS_BYTES + 6 * Long.BYTES;

  final long key;
  private final byte[] numbers;

  private DeviceValue(long key, byte[] numbers) {
    this.key = key;
    this.numbers = numbers;
  }

  /**
   * Numbers that are 0 are left out: recordings lack views, and only counts have a model.
   *
   * @param all as {@link DeviceSums#numbers} returns them
   */
  static DeviceValue of(int row, int recording, double[] all) {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_NUMBERS_BYTES).putShort((short) 0);
    int present = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] != 0) {
        present |= 1 << i;
        bytes.putDouble(all[i]);
      }
    }
    bytes.putShort(0, (short) present);
    return new DeviceValue(
        (long) row << Integer.SIZE | recording, Arrays.copyOf(bytes.array(), bytes.position()));
  }

  /** A value of the same {@link #key()} and {@link #numbers()}. */
  public static DeviceValue of(byte[] key, byte[] numbers) {
    return new DeviceValue(ByteBuffer.wrap(key).getLong(), numbers);
  }

  /** 8 bytes whose order, as unsigned bytes, is by row and then by recording. */
  public byte[] key() {
    return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
  }

  /** What the recording has of the row; not a copy. */
  public byte[] numbers() {
    return numbers;
  }

  /** The number of the row that a {@link #key()} belongs to, from 0. */
  public static int row(byte[] key) {
    return ByteBuffer.wrap(key).getInt();
  }

  int row() {
    return (int) (key >> Integer.SIZE);
  }

  int recording() {
    return (int) key;
  }

  void read(double[] all) {
    ByteBuffer bytes = ByteBuffer.wrap(numbers);
    int present = bytes.getShort();
    for (int i = 0; i < all.length; i++) {
      all[i] = (present >> i & 1) == 0 ? 0 : bytes.getDouble();
    }
  }

  /** Stores values in a {@link SortedRuns run}. */
  static final class Codec implements SortedRuns.Codec<DeviceValue> {
    @Override
    public void write(DeviceValue value, DataOutputStream out) throws IOException {
      out.writeLong(value.key);
      out.writeByte(value.numbers.length);
      out.write(value.numbers);
    }

    @Override
    public DeviceValue read(DataInputStream in) throws IOException {
      long key = in.readLong();
      return new DeviceValue(key, in.readNBytes(in.readUnsignedByte()));
    }
  }
}
