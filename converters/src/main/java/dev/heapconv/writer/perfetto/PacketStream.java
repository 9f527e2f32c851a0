package dev.heapconv.writer.perfetto;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.proto.perfetto.Trace;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the packets of a trace one by one. */
final class PacketStream {

  /**
   * About the size in bytes from which a packet is ended and the next one begun. Readers hold one
   * in memory.
   */
  static final int PACKET_BYTES = 64 << 10;

  private final MessageBuffer out;
  private final MessageBuffer packet = new MessageBuffer();

  PacketStream(OutputStream out) {
    this.out = new MessageBuffer(out);
  }

  /** Writes a packet with one message. */
  void write(int field, MessageBuffer message) throws IOException {
    packet.add(field, message);
    out.add(Trace.PACKET_FIELD_NUMBER, packet);
  }

  void flush() throws IOException {
    out.flush();
  }
}
