package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.TracePacket;
import java.io.ByteArrayInputStream;

/**
 * The positions of the parts of one packet. The sequence of a packet may follow its payload, so
 * each packet is scanned once before its payload is read. One object is reused for all packets.
 */
final class Packet {

  private final WireCursor cursor = new WireCursor();

  int sequenceId;

  /** On the clock of whoever wrote it; 0 if there is none. */
  long timestamp;

  /** Of the timestamp; 0 for that of the sequence. */
  int clock;

  /** 0 for the machine that the tracing service runs on. */
  int machineId;

  boolean incrementalStateCleared;
  boolean dropped;
  boolean firstOnSequence;
  boolean hasPayload;

  /** Positions of messages by their length prefix; -1 for none. */
  int internedData;

  int profile;
  int stackSample;
  int defaults;
  int other;
  int otherField;

  /** Number of the field that determines the packet's kind; 0 if there is none. */
  int kind;

  void scan(PacketScanner scanner) {
    sequenceId = 0;
    timestamp = 0;
    clock = 0;
    machineId = 0;
    incrementalStateCleared = false;
    dropped = false;
    firstOnSequence = false;
    hasPayload = false;
    internedData = -1;
    profile = -1;
    stackSample = -1;
    defaults = -1;
    other = -1;
    otherField = 0;
    kind = 0;
    scanner.packet(cursor);
    for (int field; (field = cursor.nextField()) != 0; ) {
      switch (field) {
        case TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER ->
            sequenceId = (int) cursor.integer();
        case TracePacket.TIMESTAMP_FIELD_NUMBER -> timestamp = cursor.integer();
        case TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER -> clock = (int) cursor.integer();
        case TracePacket.MACHINE_ID_FIELD_NUMBER -> machineId = (int) cursor.integer();
        case TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER -> {
          boolean cleared =
              (cursor.integer() & TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                  != 0;
          incrementalStateCleared |= cleared;
          hasPayload |= cleared;
        }
        case TracePacket.INCREMENTAL_STATE_CLEARED_FIELD_NUMBER -> {
          incrementalStateCleared |= cursor.bool();
          hasPayload = true;
        }
        case TracePacket.PREVIOUS_PACKET_DROPPED_FIELD_NUMBER -> {
          dropped |= cursor.bool();
          hasPayload = true;
        }
        case TracePacket.FIRST_PACKET_ON_SEQUENCE_FIELD_NUMBER -> firstOnSequence |= cursor.bool();
        case TracePacket.INTERNED_DATA_FIELD_NUMBER -> {
          internedData = mark();
          hasPayload = true;
        }
        case TracePacket.PROFILE_PACKET_FIELD_NUMBER -> {
          profile = mark();
          hasPayload = true;
          kind = field;
        }
        case TracePacket.STACK_SAMPLE_FIELD_NUMBER -> {
          stackSample = mark();
          hasPayload = true;
          kind = field;
        }
        case TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER -> {
          defaults = mark();
          hasPayload = true;
        }
        default -> {
          if (TraceDecoder.wants(field) && cursor.isLengthDelimited()) {
            other = mark();
            otherField = field;
            hasPayload = true;
            kind = field;
          } else {
            // The last message field in a packet determines its kind, unless it is one of those
            // above.
            if (cursor.isLengthDelimited() && kind == 0) {
              kind = field;
            }
            cursor.skip();
          }
        }
      }
    }
  }

  private int mark() {
    int at = cursor.position();
    cursor.skip();
    return at;
  }

  /**
   * Positions {@code target} before the first field of the message whose length is at {@code mark}.
   */
  WireCursor at(int mark, WireCursor target) {
    int length = (int) target.reset(cursor.bytes(), mark, cursor.position()).varint();
    return target.reset(cursor.bytes(), target.position(), target.position() + length);
  }

  /** The bytes of the message whose length is at {@code mark}. */
  ByteArrayInputStream payloadStream(int mark) {
    WireCursor payload = at(mark, new WireCursor());
    return new ByteArrayInputStream(cursor.bytes(), payload.position(), payload.remaining());
  }
}
