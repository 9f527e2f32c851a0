package dev.heapconv.reader.perfetto;

import dev.heapconv.input.Input;
import dev.heapconv.proto.perfetto.TracePacket;

/** Recognizes a Perfetto trace by its first packets. */
final class TraceSniffer {

  private static final int TRACE_PACKET_TAG = 0x0a;
  private static final int PACKETS_TO_CHECK = 4;

  private TraceSniffer() {}

  static boolean looksLikeTrace(byte[] head) {
    // A text that begins with an empty line begins like a packet, but any packet is binary.
    if (head.length < 2
        || head[0] != TRACE_PACKET_TAG
        || Input.isText(head)
        || Input.isOtlp(head)) {
      return false;
    }
    WireCursor trace = new WireCursor().reset(head, 0, head.length);
    WireCursor packet = new WireCursor();
    int checked = 0;
    try {
      while (checked < PACKETS_TO_CHECK && trace.remaining() > 0) {
        if (head[trace.position()] != TRACE_PACKET_TAG) {
          return false;
        }
        trace.advance(1);
        long length = trace.varint();
        if (length < 0) {
          return false;
        }
        boolean whole = length <= trace.remaining();
        int end = whole ? trace.position() + (int) length : head.length;
        if (!isPacket(packet.reset(head, trace.position(), end), whole)) {
          return false;
        }
        trace.advance(end - trace.position());
        checked++;
      }
    } catch (WireCursor.MalformedException e) {
      // The length of a packet was cut off: what precedes it decides.
      return checked > 0;
    }
    return checked > 0;
  }

  /** Whether the first packet of a trace, which need not be complete, has symbols or names. */
  static boolean beginsWithSymbols(byte[] head) {
    WireCursor trace = new WireCursor().reset(head, 0, head.length);
    try {
      if (trace.nextField() != 1) {
        return false;
      }
      long length = trace.varint();
      int end = trace.position() + (int) Math.max(0, Math.min(trace.remaining(), length));
      WireCursor packet = new WireCursor().reset(head, trace.position(), end);
      for (int field; (field = packet.nextField()) != 0; packet.skip()) {
        if (field == TracePacket.MODULE_SYMBOLS_FIELD_NUMBER
            || field == TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER) {
          return true;
        }
      }
    } catch (WireCursor.MalformedException e) {
      // The packet goes on behind the head.
    }
    return false;
  }

  private static boolean isPacket(WireCursor packet, boolean whole) {
    try {
      for (int field; (field = packet.nextField()) != 0; ) {
        if (!fits(field, packet.wireType())) {
          return false;
        }
        packet.skip();
      }
      return true;
    } catch (WireCursor.MalformedException e) {
      return !whole;
    }
  }

  private static boolean fits(int field, int wireType) {
    return switch (field) {
      case TracePacket.TIMESTAMP_FIELD_NUMBER,
          TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER ->
          wireType == WireCursor.VARINT;
      case TracePacket.FTRACE_EVENTS_FIELD_NUMBER,
          TracePacket.PROCESS_TREE_FIELD_NUMBER,
          TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER,
          TracePacket.PROCESS_STATS_FIELD_NUMBER,
          TracePacket.TRACK_EVENT_FIELD_NUMBER,
          TracePacket.INTERNED_DATA_FIELD_NUMBER,
          TracePacket.TRACE_CONFIG_FIELD_NUMBER,
          TracePacket.TRACE_STATS_FIELD_NUMBER,
          TracePacket.PROFILE_PACKET_FIELD_NUMBER,
          TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER,
          TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER ->
          wireType == WireCursor.LENGTH_DELIMITED;
      default ->
          wireType == WireCursor.VARINT
              || wireType == WireCursor.FIXED64
              || wireType == WireCursor.LENGTH_DELIMITED
              || wireType == WireCursor.FIXED32;
    };
  }
}
