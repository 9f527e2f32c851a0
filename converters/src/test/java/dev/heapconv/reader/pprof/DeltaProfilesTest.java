package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.Effect;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.Recordings.Evidence;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.ReadOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was allocated since the profile before, beside what is live. */
class DeltaProfilesTest {

  private static final long SECOND = 1_000_000_000;

  private static byte[] profile(long time, long duration, long allocated, long live) {
    Profile.Builder profile =
        Profile.newBuilder()
            .addAllStringTable(
                List.of(
                    "",
                    "alloc_objects",
                    "count",
                    "alloc_space",
                    "bytes",
                    "inuse_objects",
                    "inuse_space",
                    "space",
                    "f",
                    "g"))
            .setPeriodType(ValueType.newBuilder().setType(7).setUnit(4))
            .setPeriod(524288)
            .setTimeNanos(time)
            .setDurationNanos(duration);
    for (int[] type : new int[][] {{1, 2}, {3, 4}, {5, 2}, {6, 4}}) {
      profile.addSampleType(ValueType.newBuilder().setType(type[0]).setUnit(type[1]));
    }
    for (int id = 1; id <= 2; id++) {
      profile
          .addFunction(Function.newBuilder().setId(id).setName(id + 7))
          .addLocation(
              Location.newBuilder().setId(id).addLine(Line.newBuilder().setFunctionId(id)));
    }
    profile.addSample(
        Sample.newBuilder()
            .addLocationId(1)
            .addAllValue(List.of(allocated >> 20, allocated, live >> 20, live)));
    profile.addSample(
        Sample.newBuilder().addLocationId(2).addAllValue(List.of(900L, 900L << 20, 1L, 1L << 20)));
    return profile.build().toByteArray();
  }

  private static EstimatedProfile estimated(String name, byte[] profile) throws IOException {
    return HeapConv.unskew(
        HeapConv.read(
            InputSource.stream(name, new ByteArrayInputStream(profile)), ReadOptions.DEFAULT),
        UnskewOptions.DEFAULT);
  }

  private static DumpFacts facts(String name, byte[] profile) throws IOException {
    return DumpFacts.of(estimated(name, profile)).get(0);
  }

  /**
   * What the sum of so many profiles says that are numbered, each so many seconds after another.
   */
  private static List<ErrorId> sum(String name, int files, long step, long live)
      throws IOException {
    List<EstimatedProfile> profiles = new ArrayList<>();
    for (int file = 1; file <= files; file++) {
      byte[] delta =
          profile((1_800_000_000 + file * step) * SECOND, 0, 20_000_000 - 4096 * file, live);
      profiles.add(estimated(name.formatted(file), delta));
    }
    return Merging.sideBySide(profiles).notices().stream()
        .map(Notice::id)
        .filter(id -> id.effect() == Effect.IDENTITY_IN_DOUBT)
        .toList();
  }

  /** Files that are numbered in the order of their times are a series if that is no chance. */
  @ParameterizedTest
  @CsvSource({
    "5, 15, 21000000, REPEATED_DUMPS",
    "4, 15, 21000000, LIVE_OF_TWO_TIMES",
    "2, 6, 21000000, LIVE_OF_TWO_TIMES",
    // Of as many processes, asked at one moment.
    "6, 5, 21000000, ",
    "6, -15, 21000000, ",
    // Less is live than was allocated since the process began, which counters would show.
    "6, 15, 19000000, "
  })
  void liveMemoryOfASeriesIsNotAddedUp(int files, long step, long live, ErrorId notice)
      throws IOException {
    List<ErrorId> expected = notice == null ? List.of() : List.of(notice);

    assertThat(sum("heap.%d.pb.gz", files, step, live)).isEqualTo(expected);
    // Each of a process of its own.
    assertThat(sum("pod%d/heap.pb.gz", files, step, live)).isEmpty();
  }

  /** More live than was allocated in all is no sum since the beginning, and no difference. */
  @ParameterizedTest
  @CsvSource({
    "0, 20000000, 21000000, MOMENT, STRETCH",
    "60, 20000000, 21000000, MOMENT, STRETCH",
    "0, 20000000, 20000000, MOMENT, RECORDING",
    "60, 20000000, 20000000, OVER_TIME, STRETCH"
  })
  void aStackWithMoreLiveThanAllocatedShowsADelta(
      long seconds, long allocated, long live, Live isLive, Allocated isAllocated)
      throws IOException {
    HeapInfo info = facts("a", profile(SECOND, seconds * SECOND, allocated, live)).info();
    Provenance provenance = info.provenance();

    assertThat(provenance.live()).isEqualTo(isLive);
    assertThat(provenance.allocated()).isEqualTo(isAllocated);
  }

  @Test
  void allocationsThatFallFromDeltaToDeltaAreNoOtherProcess() throws IOException {
    DumpFacts first = facts("heap.1.pb", profile(15 * SECOND, 0, 20_000_000, 21_000_000));
    DumpFacts second = facts("heap.2.pb", profile(30 * SECOND, 0, 0, 22_000_000));

    assertThat(Recordings.ofOneProcess(first, second, 2)).isEqualTo(Evidence.LIKELY);
  }
}
