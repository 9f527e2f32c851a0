package dev.heapconv.writer.perfetto;

import dev.heapconv.model.ObfuscationMaps;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMember;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.writer.MessageBuffer;
import java.io.IOException;

/** Writes maps of Java names, as {@code traceconv deobfuscate} appends them to a trace. */
final class DeobfuscationPackets implements ObfuscationMaps.Visitor {

  private final PacketStream packets;
  private final MessageBuffer mapping = new MessageBuffer();
  private final MessageBuffer type = new MessageBuffer();
  private final MessageBuffer member = new MessageBuffer();
  private String packageName = "";

  DeobfuscationPackets(PacketStream packets) {
    this.packets = packets;
  }

  @Override
  public void type(String ofPackage, String obfuscated, String original) throws IOException {
    endType();
    if (!ofPackage.equals(packageName) || mapping.size() > PacketStream.PACKET_BYTES) {
      endMapping();
    }
    packageName = ofPackage;
    type.add(ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER, obfuscated);
    type.add(ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER, original);
  }

  @Override
  public void field(String obfuscated, String original) throws IOException {
    member.add(ObfuscatedMember.OBFUSCATED_NAME_FIELD_NUMBER, obfuscated);
    member.add(ObfuscatedMember.DEOBFUSCATED_NAME_FIELD_NUMBER, original);
    type.add(ObfuscatedClass.OBFUSCATED_MEMBERS_FIELD_NUMBER, member);
  }

  @Override
  public void method(
      String obfuscated,
      String original,
      int obfuscatedStart,
      int obfuscatedEnd,
      int originalStart,
      int originalEnd)
      throws IOException {
    member.add(ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER, obfuscated);
    member.add(ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER, original);
    member.add(ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER, obfuscatedStart);
    member.add(ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER, obfuscatedEnd);
    member.add(ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER, originalStart);
    member.add(ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER, originalEnd);
    type.add(ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER, member);
  }

  private void endType() throws IOException {
    if (type.size() > 0) {
      mapping.add(DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER, type);
    }
  }

  private void endMapping() throws IOException {
    if (mapping.size() > 0) {
      mapping.add(DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER, packageName);
      packets.write(TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER, mapping);
    }
  }

  /** Writes what is left. */
  void finish() throws IOException {
    endType();
    endMapping();
  }
}
