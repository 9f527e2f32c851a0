package dev.heapconv.contract;

import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.util.ArrayList;
import java.util.List;

/** pprof files against the contract of all readers. */
class PprofReaderContractTest extends ReaderContract {

  private static Profile.Builder profile(long count, long bytes, int frames) {
    Profile.Builder profile = Profile.newBuilder();
    for (String text :
        List.of("", "objects", "count", "space", "bytes", "main", "/bin/app", "request")) {
      profile.addStringTable(text);
    }
    profile.addSampleType(ValueType.newBuilder().setType(1).setUnit(2));
    profile.addSampleType(ValueType.newBuilder().setType(3).setUnit(4));
    Sample.Builder sample = Sample.newBuilder().addValue(count).addValue(bytes);
    for (int i = 0; i < frames; i++) {
      sample.addLocationId(i % 2 + 1);
    }
    sample.addLabel(Label.newBuilder().setKey(7).setNum(bytes).setNumUnit(4));
    profile.addSample(sample);
    profile.addMapping(
        Mapping.newBuilder().setId(1).setMemoryStart(0x1000).setMemoryLimit(0x9000).setFilename(6));
    profile.addFunction(Function.newBuilder().setId(1).setName(5));
    profile.addLocation(Location.newBuilder().setId(1).setMappingId(1).setAddress(0x1234));
    profile.addLocation(
        Location.newBuilder().setId(2).addLine(Line.newBuilder().setFunctionId(1).setLine(7)));
    return profile;
  }

  @Override
  protected byte[] sample() {
    return profile(3, 3000, 2).build().toByteArray();
  }

  @Override
  protected byte[] deepStack(int frames) {
    return profile(1, 16, frames).build().toByteArray();
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> profiles = new ArrayList<>();
    for (long n : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 53}) {
      Profile.Builder profile = profile(n, n, 1);
      profile.setPeriod(n).setPeriodType(ValueType.newBuilder().setType(3).setUnit(4));
      profile.setTimeNanos(n).setDurationNanos(n).addComment(n).setDefaultSampleType(n);
      profiles.add(profile.build().toByteArray());
      profile.addSampleType(ValueType.newBuilder().setType(n).setUnit(n));
      profile.addMapping(
          Mapping.newBuilder()
              .setId(n)
              .setMemoryStart(n)
              .setMemoryLimit(n)
              .setFileOffset(n)
              .setFilename(n));
      profile.addLocation(
          Location.newBuilder()
              .setId(n)
              .setMappingId(n)
              .setAddress(n)
              .addLine(Line.newBuilder().setLine(n)));
      profile.addFunction(Function.newBuilder().setId(n).setName(n).setStartLine(n));
      profile.addSample(
          Sample.newBuilder().addLocationId(n).addValue(n).addValue(n).addValue(n).addValue(n));
      profile.addSample(
          Sample.newBuilder().addLabel(Label.newBuilder().setKey(n).setStr(n).setNum(n)));
      profiles.add(profile.build().toByteArray());
    }
    return profiles;
  }
}
