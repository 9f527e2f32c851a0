package dev.heapconv.writer.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every rule of the released format for a message of profiles, in one place. */
public final class OtlpValid {

  private final ProfilesDictionary tables;

  private OtlpValid(ProfilesDictionary tables) {
    this.tables = tables;
  }

  /** Decodes a message and fails if it breaks a rule of the format. */
  public static ProfilesData of(byte[] bytes) {
    try {
      ProfilesData data = ProfilesData.parseFrom(bytes);
      new OtlpValid(data.getDictionary()).check(data);
      return data;
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("not a message of profiles", e);
    }
  }

  private void check(ProfilesData data) {
    for (FieldDescriptor field : ProfilesDictionary.getDescriptor().getFields()) {
      List<?> table = (List<?>) tables.getField(field);
      assertThat(table).as(field.getName()).isNotEmpty();
      Object first = table.get(0);
      assertThat(first instanceof Message message ? message.getSerializedSize() : first)
          .as("first of %s", field.getName())
          .isIn(0, "");
      if (!field.getName().equals("location_table")) {
        assertThat(table).as(field.getName()).doesNotHaveDuplicates();
      }
    }
    checkReferences(data);
    data.getResourceProfilesList().stream()
        .flatMap(resource -> resource.getScopeProfilesList().stream())
        .flatMap(scope -> scope.getProfilesList().stream())
        .forEach(OtlpValid::checkProfile);
  }

  /** The names of fields say which table they refer to. */
  private void checkReferences(Message message) {
    assertThat(message.getUnknownFields().asMap()).isEmpty();
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      String name = entry.getKey().getName();
      List<?> values =
          entry.getKey().isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue());
      for (Object value : values) {
        if (value instanceof Message part) {
          checkReferences(part);
        } else if (name.endsWith("_strindex")) {
          assertThat((Integer) value).isBetween(1, tables.getStringTableCount() - 1);
        } else if (name.endsWith("_index") || name.endsWith("_indices")) {
          String table = name.substring(0, name.lastIndexOf('_')) + "_table";
          FieldDescriptor field = ProfilesDictionary.getDescriptor().findFieldByName(table);
          assertThat((Integer) value)
              .as(name)
              .isBetween(1, tables.getRepeatedFieldCount(field) - 1);
        }
      }
    }
  }

  private static void checkProfile(Profile profile) {
    assertThat(profile.getSampleType().getTypeStrindex()).isPositive();
    assertThat(profile.getSampleType().getUnitStrindex()).isPositive();
    Set<List<Object>> identities = new HashSet<>();
    for (Sample sample : profile.getSamplesList()) {
      assertThat(sample.getValuesList()).hasSize(1).doesNotContain(0L);
      assertThat(
              identities.add(
                  List.of(sample.getStackIndex(), Set.copyOf(sample.getAttributeIndicesList()))))
          .as("one sample for each stack and its attributes")
          .isTrue();
    }
  }
}
