package dev.heapconv.writer.perfetto;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.naming.ObfuscationMaps;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMember;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.IOException;

/** Writes maps of Java names, as {@code traceconv deobfuscate} appends them to a trace. */
final class DeobfuscationPackets implements ObfuscationMaps.ClassVisitor {

  private final PacketStream packets;
  private final MessageBuffer mapping = new MessageBuffer();
  private final MessageBuffer type = new MessageBuffer();
  private final MessageBuffer member = new MessageBuffer();
  private String packageName = "";

  DeobfuscationPackets(PacketStream packets) {
    this.packets = packets;
  }

  @Override
  public void visit(String ofPackage, ClassNames names) throws IOException {
    if (!ofPackage.equals(packageName) || mapping.size() > PacketStream.PACKET_BYTES) {
      endMapping();
    }
    packageName = ofPackage;
    type.add(ObfuscatedClass.OBFUSCATED_NAME_FIELD_NUMBER, names.obfuscated());
    type.add(ObfuscatedClass.DEOBFUSCATED_NAME_FIELD_NUMBER, names.original());
    for (ClassNames.Field field : names.fields()) {
      member.add(ObfuscatedMember.OBFUSCATED_NAME_FIELD_NUMBER, field.obfuscated());
      member.add(ObfuscatedMember.DEOBFUSCATED_NAME_FIELD_NUMBER, field.original());
      type.add(ObfuscatedClass.OBFUSCATED_MEMBERS_FIELD_NUMBER, member);
    }
    for (ClassNames.Method method : names.methods()) {
      member.add(ObfuscatedMethod.OBFUSCATED_NAME_FIELD_NUMBER, method.obfuscated());
      member.add(ObfuscatedMethod.DEOBFUSCATED_NAME_FIELD_NUMBER, method.original());
      member.add(
          ObfuscatedMethod.OBFUSCATED_LINE_START_FIELD_NUMBER,
          Math.max(0, method.obfuscatedStart()));
      member.add(
          ObfuscatedMethod.OBFUSCATED_LINE_END_FIELD_NUMBER, Math.max(0, method.obfuscatedEnd()));
      member.add(
          ObfuscatedMethod.SOURCE_LINE_START_FIELD_NUMBER, Math.max(0, method.sourceStart()));
      member.add(ObfuscatedMethod.SOURCE_LINE_END_FIELD_NUMBER, Math.max(0, method.sourceEnd()));
      type.add(ObfuscatedClass.OBFUSCATED_METHODS_FIELD_NUMBER, member);
    }
    mapping.add(DeobfuscationMapping.OBFUSCATED_CLASSES_FIELD_NUMBER, type);
  }

  /** Writes what has not been written yet. */
  void endMapping() throws IOException {
    if (mapping.size() > 0) {
      mapping.add(DeobfuscationMapping.PACKAGE_NAME_FIELD_NUMBER, packageName);
      packets.write(TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER, mapping);
    }
  }
}
