package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences that other programs wrote: stacks are summed up first and may be negative. */
class NegativeNumbersTest {

  private static final WriteOptions OPTIONS = new WriteOptions("test", null);

  /** Functions {@code grew} and {@code shrank}; each sample adds bytes to one of them. */
  private static EstimatedProfile difference(long period, long... grewAndShrank)
      throws IOException {
    Profile.Builder profile = functions(period);
    for (int i = 0; i < grewAndShrank.length; i++) {
      profile.addSample(Sample.newBuilder().addLocationId(1 + i % 2).addValue(grewAndShrank[i]));
    }
    return estimated(profile.build().toByteArray());
  }

  private static Profile.Builder functions(long period) {
    Profile.Builder profile =
        Profile.newBuilder()
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .setPeriodType(ValueType.newBuilder().setType(1).setUnit(2))
            .setPeriod(period)
            .addAllStringTable(List.of("", "space", "bytes", "grew", "shrank"));
    for (int id = 1; id <= 2; id++) {
      profile
          .addFunction(Function.newBuilder().setId(id).setName(id + 2))
          .addLocation(
              Location.newBuilder().setId(id).addLine(Line.newBuilder().setFunctionId(id)));
    }
    return profile;
  }

  private static EstimatedProfile estimated(byte[] bytes) throws IOException {
    return HeapConv.unskew(Conversions.read(bytes), UnskewOptions.DEFAULT);
  }

  private static String text(EstimatedProfile profile, Format format) {
    return new String(Conversions.write(profile, format), StandardCharsets.UTF_8);
  }

  private static Column column(EstimatedProfile profile, View view) {
    assertThat(profile.heaps()).hasSize(1);
    return Objects.requireNonNull(profile.heaps().get(0).column(view));
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "4096"})
  void stacksAreSummedUpFirst(long period) throws IOException {
    Column space = column(difference(period, 100, 10, -30, -50), View.SPACE);
    assertThat(List.of(space.value(0), space.value(1))).containsExactly(70.0, -40.0);
    assertThat(space.low(1)).isLessThanOrEqualTo(-40);
  }

  @Test
  void outputsThatCanHoldThemKeepThem() throws IOException {
    EstimatedProfile profile = difference(4096, 100, 10, -30, -50);
    Pprof pprof = Pprof.decode(Conversions.write(profile, Format.PPROF));
    assertThat(pprof.profile.getSampleList())
        .extracting(sample -> sample.getValue(0))
        .containsExactly(70L, -40L);
    assertThat(text(profile, Format.CSV)).contains("\n70,,,", "\n-40,,,", "shrank");
    assertThat(text(profile, Format.TEXT)).contains("-40 B");
    assertThat(HeapConv.fitting(profile, Format.CSV, OPTIONS)).isSameAs(profile);
    EstimatedProfile again = estimated(Conversions.write(profile, Format.PPROF));
    assertThat(column(again, View.SPACE).total()).isEqualTo(30);
    EstimatedProfile twice = Merging.of(List.of(profile, again), false);
    assertThat(column(twice, View.SPACE).value(1)).isEqualTo(-80);
  }

  @Test
  void aFunctionThatItsCalleesCancelOutIsInAllTables() throws IOException {
    Profile.Builder profile = functions(4096);
    profile.addSample(Sample.newBuilder().addLocationId(1).addValue(100));
    profile.addSample(Sample.newBuilder().addLocationId(2).addLocationId(1).addValue(-100));
    EstimatedProfile read = estimated(profile.build().toByteArray());
    assertThat(text(read, Format.TEXT)).contains("grew", "shrank");
    assertThat(text(read, Format.CSV)).contains("grew", "shrank");
  }

  @Test
  void othersSayHowMuchTheyLeaveOut() throws IOException {
    EstimatedProfile profile = difference(4096, 100, 10, -30, -50);
    for (Format format : List.of(Format.FOLDED, Format.SPEEDSCOPE, Format.HTML)) {
      EstimatedProfile fitting = HeapConv.fitting(profile, format, OPTIONS);
      assertThat(fitting.notices())
          .singleElement()
          .satisfies(
              notice -> {
                assertThat(notice.id()).isEqualTo(ErrorId.NEGATIVES_LEFT_OUT);
                assertThat(notice.message()).contains("space -40 bytes", format.id());
              });
      assertThat(text(profile, format)).isEqualTo(text(fitting, format)).doesNotContain("-40,");
    }
    assertThat(text(profile, Format.FOLDED)).isEqualTo("unknown process;grew 70\n");
  }

  @Test
  void aProfileWithoutThemIsWrittenAsItIs() throws IOException {
    EstimatedProfile profile = difference(4096, 100, 10);
    assertThat(HeapConv.fitting(profile, Format.FOLDED, OPTIONS)).isSameAs(profile);
  }

  @Test
  void rawNumbersAreNotSubtracted() throws IOException {
    byte[] raw = TestData.bytes(TestData.own("alloc/go/go123_rate524288.heap.pb.gz"));
    Profile.Builder profile = Pprof.decode(raw).profile.toBuilder().clearPeriodType().clearPeriod();
    Sample.Builder first = profile.getSample(0).toBuilder();
    first.setValue(3, -first.getValue(3)).setValue(1, -first.getValue(1));
    profile.clearSample().addSample(first);
    ReadOptions given =
        new ReadOptions(ReadOptions.DEFAULT.selection(), 4096, false, ReadOptions.DEFAULT.limits());
    assertThat(Conversions.noticeIds(Conversions.read(profile.build().toByteArray(), given)))
        .contains(ErrorId.NEGATIVE_VALUES);
  }

  @ParameterizedTest
  @CsvSource({
    "third-party/parca/alloc_space_delta.pb.gz, space, 666938665",
    "cases/pprof_diffbase.pb.gz, alloc_objects, 18756"
  })
  void realDifferencesAddUp(String file, String view, long total) throws IOException {
    EstimatedProfile profile = estimated(TestData.bytes(TestData.shared(file)));
    double sum = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      for (int i = 0; i < heap.views().size(); i++) {
        sum += heap.views().get(i).name().equals(view) ? heap.columns().get(i).total() : 0;
      }
    }
    assertThat(sum).isEqualTo(total);
    EstimatedProfile again = estimated(Conversions.write(profile, Format.PPROF));
    assertThat(text(again, Format.CSV)).isEqualTo(text(profile, Format.CSV));
  }
}
