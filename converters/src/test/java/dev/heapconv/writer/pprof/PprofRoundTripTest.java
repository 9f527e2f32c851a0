package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever profile is read, what is written of it has the same values when it is read again. */
@Tag("slow")
class PprofRoundTripTest {

  /** Sample types and units of several producers. */
  private static final List<List<String>> TYPES =
      List.of(
          List.of(
              "Total malloc count",
              "count",
              "Total malloc size",
              "bytes",
              "Unreleased malloc count",
              "count",
              "Unreleased malloc size",
              "bytes"),
          List.of(
              "alloc_objects",
              "count",
              "alloc_space",
              "bytes",
              "inuse_objects",
              "count",
              "inuse_space",
              "bytes"),
          List.of("objects", "count", "space", "bytes"),
          List.of("alloc_objects", "count", "inuse_space", "bytes", "resident_space", "bytes"),
          List.of("alloc-samples", "count", "alloc-size", "bytes"));

  private static final List<String> STRINGS =
      List.of(
          "",
          "process",
          "heap",
          "pid",
          "dump",
          "thread",
          "a",
          "b",
          "main",
          "_Z3foov",
          "/lib/a.so",
          "bytes",
          "space",
          "malloc",
          "0123456789abcdef");

  @Test
  void valuesStayTheSame() {
    Cases.forAll(
        Effort.of(60, 600),
        values -> {
          ReadOptions options = Conversions.dump(DumpSelector.ALL);
          long interval = values.between(0, 3) == 0 ? values.between(1, 10_000) : 0;
          ReadOptions given =
              new ReadOptions(options.selection(), interval, false, options.limits());
          byte[] one = profile(values);
          EstimatedProfile profile = estimated(Conversions.read(one, given));
          int merging = values.between(0, 4);
          if (merging >= 2) {
            EstimatedProfile other = estimated(Conversions.read(profile(values), options));
            profile =
                merging == 4
                    ? Merging.sideBySide(List.of(profile, other))
                    : Merging.of(List.of(profile, other), merging == 3);
          }
          byte[] once = Conversions.write(profile, Format.PPROF);
          EstimatedProfile again = estimated(Conversions.read(once, options));
          byte[] twice = Conversions.write(again, Format.PPROF);
          List<String> types = new ArrayList<>(Pprof.decode(once).sampleTypes());
          types.retainAll(Pprof.decode(twice).sampleTypes());
          // Of differences and sums beyond the largest number, samples are unknown.
          types.removeAll(List.of("alloc_samples", "samples"));
          assertSame(Pprof.decode(twice).rows(types), Pprof.decode(once).rows(types));
          EstimatedProfile oncemore = estimated(Conversions.read(twice, options));
          byte[] thrice = Conversions.write(oncemore, Format.PPROF);
          assertSame(Pprof.decode(thrice).rows(types), Pprof.decode(once).rows(types));
        });
  }

  /** Numbers that a double does not hold may lose their last digits. */
  private static void assertSame(Map<String, List<Long>> found, Map<String, List<Long>> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (stack, values) -> {
          for (int i = 0; i < values.size(); i++) {
            double value = values.get(i);
            double lost = Math.abs(value) < 1L << 53 ? 0 : Math.scalb(Math.abs(value), -50);
            assertThat(found.get(stack).get(i).doubleValue())
                .as("%s, column %d", stack, i)
                .isBetween(value - lost, value + lost);
          }
        });
  }

  private static EstimatedProfile estimated(RecordedProfile recorded) {
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  private static byte[] profile(Values values) {
    List<String> types = TYPES.get(values.between(0, TYPES.size() - 1));
    Profile.Builder profile = Profile.newBuilder().addAllStringTable(STRINGS);
    for (int i = 0; i < types.size(); i += 2) {
      profile
          .addStringTable(types.get(i))
          .addStringTable(types.get(i + 1))
          .addSampleType(
              ValueType.newBuilder().setType(STRINGS.size() + i).setUnit(STRINGS.size() + i + 1));
    }
    if (values.between(0, 1) == 1) {
      profile
          .setPeriodType(ValueType.newBuilder().setType(12).setUnit(11))
          .setPeriod(values.between(0, 1 << 20));
    }
    for (int id = 1; id <= 2; id++) {
      profile.addMapping(
          Mapping.newBuilder()
              .setId(id)
              .setMemoryStart(0x1000)
              .setMemoryLimit(0x1000 * values.between(1, 4))
              .setFileOffset(values.between(0, 1))
              .setFilename(10)
              .setBuildId(14 * values.between(0, 1)));
    }
    for (int id = 1; id <= 3; id++) {
      profile.addFunction(
          Function.newBuilder()
              .setId(id)
              .setName(text(values))
              .setSystemName(text(values))
              .setFilename(text(values)));
    }
    for (int id = 1; id <= 4; id++) {
      Location.Builder location =
          Location.newBuilder()
              .setId(id)
              .setMappingId(values.between(0, 2))
              .setAddress(values.between(0, 1) == 0 ? 0 : values.between(0xfff, 0x3001));
      for (int line = values.between(0, 2); line > 0; line--) {
        location.addLine(
            Line.newBuilder().setFunctionId(values.between(1, 3)).setLine(values.between(0, 2)));
      }
      profile.addLocation(location);
    }
    for (int samples = values.between(1, 6); samples > 0; samples--) {
      profile.addSample(sample(values, types.size() / 2));
    }
    return profile.build().toByteArray();
  }

  private static int text(Values values) {
    return values.between(0, STRINGS.size() - 1);
  }

  private static Sample sample(Values values, int types) {
    Sample.Builder sample = Sample.newBuilder();
    for (int depth = values.between(0, 2); depth > 0; depth--) {
      sample.addLocationId(values.between(1, 4));
    }
    for (int i = 0; i < types; i++) {
      sample.addValue(value(values));
    }
    for (int labels = values.between(0, 2); labels > 0; labels--) {
      Label.Builder label =
          Label.newBuilder().setKey(values.between(0, 5)).setNumUnit(11 * values.between(0, 1));
      if (values.between(0, 1) == 0) {
        label.setStr(text(values));
      } else {
        label.setNum(values.between(-1, 3));
      }
      sample.addLabel(label);
    }
    return sample.build();
  }

  private static long value(Values values) {
    return switch (values.between(0, 5)) {
      case 0 -> values.anyLong();
      case 1 -> values.between((1L << 53) - 3, (1L << 53) + 3);
      case 2 -> -values.between(1, 1000);
      default -> values.between(0, 100_000);
    };
  }
}
