package dev.heapconv.contract;

import io.opentelemetry.proto.profiles.v1development.Function;
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
import java.util.ArrayList;
import java.util.List;

/** OTLP profiles against the contract of all readers. */
class OtlpReaderContractTest extends ReaderContract {

  private static ProfilesDictionary.Builder tables(int frames) {
    Stack.Builder stack = Stack.newBuilder();
    for (int i = 0; i < frames; i++) {
      stack.addLocationIndices(i % 2 + 1);
    }
    return ProfilesDictionary.newBuilder()
        .addAllStringTable(List.of("", "inuse_space", "bytes", "main", "/bin/app"))
        .addMappingTable(Mapping.getDefaultInstance())
        .addMappingTable(Mapping.newBuilder().setMemoryStart(0x1000).setFilenameStrindex(4))
        .addFunctionTable(Function.getDefaultInstance())
        .addFunctionTable(Function.newBuilder().setNameStrindex(3))
        .addLocationTable(Location.getDefaultInstance())
        .addLocationTable(Location.newBuilder().setMappingIndex(1).setAddress(0x1234))
        .addLocationTable(
            Location.newBuilder().addLines(Line.newBuilder().setFunctionIndex(1).setLine(7)))
        .addStackTable(Stack.getDefaultInstance())
        .addStackTable(stack);
  }

  private static Profile.Builder profile(long value) {
    return Profile.newBuilder()
        .setSampleType(ValueType.newBuilder().setTypeStrindex(1).setUnitStrindex(2))
        .addSamples(Sample.newBuilder().setStackIndex(1).addValues(value));
  }

  private static byte[] message(Profile.Builder profile, ProfilesDictionary.Builder tables) {
    return ProfilesData.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder()
                .addScopeProfiles(ScopeProfiles.newBuilder().addProfiles(profile)))
        .setDictionary(tables)
        .build()
        .toByteArray();
  }

  @Override
  protected byte[] sample() {
    return message(profile(3000), tables(2));
  }

  @Override
  protected byte[] deepStack(int frames) {
    return message(profile(16), tables(frames));
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> messages = new ArrayList<>();
    for (long n : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 53}) {
      int i = (int) n;
      Profile.Builder profile =
          profile(n)
              .setPeriodType(ValueType.newBuilder().setTypeStrindex(1).setUnitStrindex(2))
              .setPeriod(n)
              .setTimeUnixNano(n)
              .setDurationNano(n)
              .addAttributeIndices(i);
      messages.add(message(profile, tables(1)));
      profile.addSamples(Sample.newBuilder().setStackIndex(i).addAttributeIndices(i).addValues(n));
      profile.addSamples(Sample.newBuilder().addValues(n).addValues(n).addTimestampsUnixNano(n));
      ProfilesDictionary.Builder tables =
          tables(1)
              .addMappingTable(
                  Mapping.newBuilder()
                      .setMemoryStart(n)
                      .setMemoryLimit(n)
                      .setFileOffset(n)
                      .setFilenameStrindex(i)
                      .addAttributeIndices(i))
              .addLocationTable(
                  Location.newBuilder()
                      .setMappingIndex(i)
                      .setAddress(n)
                      .addLines(Line.newBuilder().setFunctionIndex(i).setLine(n)))
              .addFunctionTable(Function.newBuilder().setNameStrindex(i))
              .addStackTable(Stack.newBuilder().addLocationIndices(i).addLocationIndices(3));
      tables.setStringTable(3, "\0\n");
      messages.add(message(profile, tables));
      for (String number : List.of(Long.toString(n), "\"" + n + "\"", "null", "[]", "{}", "1e9")) {
        messages.addAll(
            withNumbers(
                List.of(number),
                "{\"resourceProfiles\":[{\"scopeProfiles\":[{\"profiles\":[{\"sampleType\":"
                    + "{\"typeStrindex\":1,\"unitStrindex\":2},\"samples\":[{\"stackIndex\":{n},"
                    + "\"values\":[{n}]}],\"timeUnixNano\":{n}}]}]}],\"dictionary\":"
                    + "{\"stringTable\":[\"\",\"inuse_space\",\"bytes\"],\"stackTable\":{n}}}"));
      }
    }
    return messages;
  }
}
