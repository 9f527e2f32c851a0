package dev.heapconv.fleet;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a frame in a {@link FleetPart}, without its mapping: its address and its functions,
 * each with its name, its recorded name if that differs, and its file. Holds the frame read last.
 */
final class StoredFrame {

  private static final int MAX_TEXT = 64 << 20;
  private static final int TEXTS_OF_LINE = 3;

  private byte[] bytes = new byte[256];
  private int length;

  static void write(StackTable stacks, int frame, DataOutput data) throws IOException {
    data.writeLong(stacks.frameRelPc(frame));
    List<SourceLine> lines = stacks.lines(frame);
    data.writeInt(lines.size());
    for (SourceLine line : lines) {
      writeText(line.function(), data);
      writeText(line.systemName().equals(line.function()) ? "" : line.systemName(), data);
      writeText(line.file(), data);
    }
  }

  static void writeText(String text, DataOutput data) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  static String readText(DataInputStream data) throws IOException {
    return new String(data.readNBytes(length(data)), StandardCharsets.UTF_8);
  }

  private static int length(DataInputStream data) throws IOException {
    int length = data.readInt();
    if (length < 0 || length > MAX_TEXT) {
      throw new IOException("a name has " + length + " bytes");
    }
    return length;
  }

  /** Reads the bytes of a frame, and leaves it at that: most frames are known already. */
  void read(DataInputStream data) throws IOException {
    length = 0;
    add(data.readLong(), Long.BYTES);
    int lines = data.readInt();
    add(lines, Integer.BYTES);
    for (int text = 0; text < lines * TEXTS_OF_LINE; text++) {
      int size = length(data);
      add(size, Integer.BYTES);
      ensure(size);
      data.readFully(bytes, length, size);
      length += size;
    }
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  private void add(long number, int size) {
    ensure(size);
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (number >> shift);
    }
  }

  Hash128 identity(Hash128 mapping, FrameHasher hasher) {
    return hasher.frame(mapping, bytes, length);
  }

  /** Adds the frame to a table, and returns its id there. */
  int addTo(StackTable table, int mapping) {
    try (DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
      long relPc = data.readLong();
      List<SourceLine> lines = new ArrayList<>();
      for (int left = data.readInt(); left > 0; left--) {
        String function = readText(data);
        String systemName = readText(data);
        lines.add(
            new SourceLine(
                function, systemName.isEmpty() ? function : systemName, readText(data), 0));
      }
      return table.addFrame(mapping, relPc, lines);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
