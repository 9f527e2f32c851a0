package dev.heapconv.linear;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import io.opentelemetry.proto.resource.v1.Resource;

/** Messages of OTLP of which one thing is there n times, or two things that could multiply. */
final class OtlpInputs {

  private static final int LONG_NAME = 1 << 12;

  private OtlpInputs() {}

  /** Profiles of different times: each is a dump. The resource has as many attributes. */
  static byte[] profilesAndAttributes(int n) {
    ScopeProfiles.Builder scope = ScopeProfiles.newBuilder();
    for (int i = 1; i <= n; i++) {
      scope.addProfiles(profile(1, i).setDurationNano(1));
    }
    Resource.Builder resource = Resource.newBuilder();
    for (int i = 0; i < n; i++) {
      AnyValue.Builder value = AnyValue.newBuilder().setStringValue("value" + i);
      resource.addAttributes(KeyValue.newBuilder().setKey("key" + i).setValue(value));
    }
    return message(
        ResourceProfiles.newBuilder().setResource(resource).addScopeProfiles(scope), dictionary(n));
  }

  /** Profiles of one time, each of another type, in a scope of its own. */
  static byte[] typesAndScopes(int n) {
    ResourceProfiles.Builder profiles = ResourceProfiles.newBuilder();
    for (int i = 1; i <= n; i++) {
      profiles.addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile(5 + i, 1)));
    }
    return message(profiles, dictionary(n));
  }

  /** Many profiles whose type has a long name. */
  static byte[] profilesOfLongName(int n) {
    ScopeProfiles.Builder scope = ScopeProfiles.newBuilder();
    for (int i = 1; i <= n; i++) {
      scope.addProfiles(profile(4, i));
    }
    return message(ResourceProfiles.newBuilder().addScopeProfiles(scope), dictionary(0));
  }

  /** One profile with many stacks in one mapping that has as many attributes. */
  static byte[] stacksAndMappingAttributes(int n) {
    ProfilesDictionary.Builder dictionary = dictionary(n);
    Mapping.Builder mapping = Mapping.newBuilder();
    Profile.Builder profile = profile(1, 1).clearSamples();
    for (int i = 1; i <= n; i++) {
      AnyValue.Builder value = AnyValue.newBuilder().setIntValue(i);
      dictionary.addAttributeTable(
          KeyValueAndUnit.newBuilder().setKeyStrindex(5 + i).setValue(value));
      mapping.addAttributeIndices(i);
      dictionary.addLocationTable(Location.newBuilder().setMappingIndex(1).setAddress(i));
      dictionary.addStackTable(Stack.newBuilder().addLocationIndices(1 + i));
      profile.addSamples(Sample.newBuilder().setStackIndex(1 + i).addValues(10));
    }
    dictionary.addMappingTable(Mapping.newBuilder()).addMappingTable(mapping);
    return message(
        ResourceProfiles.newBuilder()
            .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile)),
        dictionary);
  }

  /** The resource comes after its profiles, by which the beginning of a message is known. */
  private static byte[] message(
      ResourceProfiles.Builder profiles, ProfilesDictionary.Builder dictionary) {
    ResourceProfiles resource =
        ResourceProfiles.newBuilder().setResource(profiles.getResource()).build();
    ByteString both =
        profiles.clearResource().build().toByteString().concat(resource.toByteString());
    UnknownFieldSet.Field first =
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(both).build();
    return UnknownFieldSet.newBuilder()
        .addField(ProfilesData.RESOURCE_PROFILES_FIELD_NUMBER, first)
        .build()
        .toByteString()
        .concat(ProfilesData.newBuilder().setDictionary(dictionary).build().toByteString())
        .toByteArray();
  }

  private static Profile.Builder profile(int type, long time) {
    return Profile.newBuilder()
        .setTimeUnixNano(1000 * time)
        .setSampleType(ValueType.newBuilder().setTypeStrindex(type).setUnitStrindex(2))
        .addSamples(Sample.newBuilder().setStackIndex(1).addValues(10));
  }

  private static ProfilesDictionary.Builder dictionary(int names) {
    ProfilesDictionary.Builder dictionary =
        ProfilesDictionary.newBuilder()
            .addStringTable("")
            .addStringTable("alloc_space")
            .addStringTable("bytes")
            .addStringTable("main")
            .addStringTable("space" + "n".repeat(LONG_NAME))
            .addStringTable("other")
            .addFunctionTable(Function.newBuilder())
            .addFunctionTable(Function.newBuilder().setNameStrindex(3))
            .addLocationTable(Location.newBuilder())
            .addLocationTable(Location.newBuilder().addLines(Line.newBuilder().setFunctionIndex(1)))
            .addStackTable(Stack.newBuilder())
            .addStackTable(Stack.newBuilder().addLocationIndices(1))
            .addAttributeTable(KeyValueAndUnit.newBuilder());
    for (int i = 1; i <= names; i++) {
      dictionary.addStringTable("name" + i);
    }
    return dictionary;
  }
}
