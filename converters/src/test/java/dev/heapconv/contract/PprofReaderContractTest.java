package dev.heapconv.contract;

import dev.heapconv.Format;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.testing.Conversions;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** pprof files against the contract of all readers. */
class PprofReaderContractTest extends ReaderContract {

  private static byte[] written(byte[] trace) {
    try {
      return Conversions.write(Conversions.asRecorded(Conversions.read(trace)), Format.PPROF_PLAIN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected byte[] sample() {
    return written(recording("overrun"));
  }

  @Override
  protected byte[] deepStack(int frames) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    String[] names = new String[frames];
    for (int i = 0; i < frames; i++) {
      names[i] = "f" + i % 100;
    }
    sequence.dump(TraceBuilder.malloc(1000).row(sequence.stack(names), 1, 10, 0, 0));
    return written(trace.bytes());
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> profiles = new ArrayList<>();
    for (long number : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 53}) {
      Profile.Builder base =
          Profile.newBuilder()
              .addStringTable("")
              .addStringTable("space")
              .addStringTable("bytes")
              .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
              .addLocation(Location.newBuilder().setId(1).setAddress(number).addLine(Line.newBuilder().setFunctionId(1).setLine(number)))
              .addFunction(Function.newBuilder().setId(1).setName(1).setStartLine(number))
              .addSample(Sample.newBuilder().addLocationId(1).addValue(number))
              .setPeriod(number)
              .setTimeNanos(number)
              .setDurationNanos(number);
      profiles.add(base.build().toByteArray());
      profiles.add(base.clone().addSample(Sample.newBuilder().addLocationId(number).addValue(1)).build().toByteArray());
      profiles.add(base.clone().addSample(Sample.newBuilder().addValue(1).addValue(2)).build().toByteArray());
      profiles.add(base.clone().addSample(Sample.newBuilder().addLocationId(1).addValue(1).addLabel(Label.newBuilder().setKey(number).setStr(number).setNum(number))).build().toByteArray());
      profiles.add(base.clone().setDefaultSampleType(number).addComment(number).setDropFrames(number).build().toByteArray());
      profiles.add(base.clone().addMapping(Mapping.newBuilder().setId(number).setFilename(number).setMemoryStart(number)).build().toByteArray());
      profiles.add(base.clone().addFunction(Function.newBuilder().setId(number).setName(number)).build().toByteArray());
    }
    return profiles;
  }
}
