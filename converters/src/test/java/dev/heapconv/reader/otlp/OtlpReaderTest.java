package dev.heapconv.reader.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages of OTLP say, in all forms in which they are stored. */
class OtlpReaderTest {

  private static final List<String> STRINGS =
      List.of(
          "",
          "inuse_space",
          "bytes",
          "main",
          "alloc_space",
          "By",
          "inuse_objects",
          "{object}",
          "samples",
          "count",
          "cpu",
          "nanoseconds");

  private static byte[] own(String name) {
    return TestData.bytes(TestData.own("fuzz/otlp/" + name));
  }

  private static Map<String, Long> totals(RecordedProfile profile) {
    Map<String, Long> totals = new LinkedHashMap<>();
    for (RecordedHeap heap : profile.heaps()) {
      for (View view : heap.views()) {
        long total = 0;
        for (int row = 0; row < heap.rows(); row++) {
          total += heap.value(view, row);
        }
        totals.merge(heap.info().id().process().displayName() + " " + view, total, Long::sum);
      }
    }
    return totals;
  }

  private static RecordedProfile all(byte[] bytes) throws IOException {
    return Conversions.read(
        bytes,
        ReadOptions.DEFAULT.withSelection(new Selection(List.of(), List.of(), DumpSelector.ALL)));
  }

  /** Files with two messages have the same twice, as from an exporter that tried again. */
  @ParameterizedTest
  @ValueSource(strings = {"give.otlp", "give.json", "two.framed", "compressed.framed"})
  void everyFormGivesTheSameNumbers(String name) throws IOException {
    Map<String, Long> totals = totals(Conversions.read(own(name)));
    assertThat(totals)
        .isEqualTo(
            Map.of(
                "server (4242) space", 6_500_096L,
                "server (4242) objects", 40_026L,
                "server (4242) alloc_space", 11_509_600L,
                "server (4242) alloc_objects", 90_125L));
  }

  @Test
  void linesInlinedFunctionsBuildIdsAndThreadsAreKept() throws IOException {
    RecordedProfile profile = Conversions.read(own("give.otlp"));
    RecordedHeap heap = profile.heaps().get(0);
    int[] frames = profile.stacks().frames(heap.stack(0));
    assertThat(profile.stacks().lines(frames[1]).toString())
        .contains("parse<int>", "line=7", "serve", "line=33");
    assertThat(profile.stacks().mapping(0).buildId())
        .isEqualTo("00112233445566778899aabbccddeeff00112233");
    assertThat(heap.labels(0).toString()).contains("thread.id", "42");
    assertThat(heap.info().samplingInterval()).isEqualTo(524288);
    // It lasts a second from its time on.
    assertThat(heap.info().dump().timeNanos()).isEqualTo(1_780_000_001_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "otlp_jfrconv_live_total.otlp, alloc_space, 18088088, ''",
    "otlp_jfrconv_live_samples.otlp, alloc_samples, 118, ONLY_SAMPLE_COUNTS"
  })
  void samplesOfJfrconvAreNoObjects(String file, String view, long total, String notice)
      throws IOException {
    RecordedProfile profile = Conversions.read(TestData.bytes(TestData.shared("formats/" + file)));
    assertThat(totals(profile)).isEqualTo(Map.of("unknown process " + view, total));
    assertThat(profile.heaps().get(0).info().samplingInterval()).isZero();
    assertThat(Conversions.noticeIds(profile).toString()).isEqualTo("[" + notice + "]");
  }

  private static ValueType type(String name, String unit) {
    return ValueType.newBuilder()
        .setTypeStrindex(STRINGS.indexOf(name))
        .setUnitStrindex(STRINGS.indexOf(unit))
        .build();
  }

  private static Profile.Builder profile(String type, String unit, long time, long... values) {
    Sample.Builder sample = Sample.newBuilder().setStackIndex(1);
    Arrays.stream(values).forEach(sample::addValues);
    return Profile.newBuilder()
        .setSampleType(type(type, unit))
        .setTimeUnixNano(time)
        .addSamples(sample);
  }

  private static ResourceProfiles process(String name, long pid, Profile.Builder... profiles) {
    ScopeProfiles.Builder scope = ScopeProfiles.newBuilder();
    Arrays.stream(profiles).forEach(scope::addProfiles);
    AnyValue text = AnyValue.newBuilder().setStringValue(name).build();
    AnyValue number = AnyValue.newBuilder().setIntValue(pid).build();
    return ResourceProfiles.newBuilder()
        .setResource(
            Resource.newBuilder()
                .addAttributes(KeyValue.newBuilder().setKey("service.name").setValue(text))
                .addAttributes(KeyValue.newBuilder().setKey("process.pid").setValue(number)))
        .addScopeProfiles(scope)
        .build();
  }

  private static ProfilesData message(ResourceProfiles... processes) {
    return ProfilesData.newBuilder()
        .addAllResourceProfiles(List.of(processes))
        .setDictionary(
            ProfilesDictionary.newBuilder()
                .addAllStringTable(STRINGS)
                .addFunctionTable(Function.getDefaultInstance())
                .addFunctionTable(Function.newBuilder().setNameStrindex(3))
                .addLocationTable(Location.getDefaultInstance())
                .addLocationTable(
                    Location.newBuilder().addLines(Line.newBuilder().setFunctionIndex(1)))
                .addStackTable(Stack.getDefaultInstance())
                .addStackTable(Stack.newBuilder().addLocationIndices(1)))
        .build();
  }

  private static byte[] framed(byte[]... messages) {
    byte[] file = {};
    for (byte[] message : messages) {
      byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(message.length).array();
      file = Containers.concat(file, length, message);
    }
    return file;
  }

  @Test
  void processesHaveHeapsOfTheirOwnAndOtherProfilesAreLeftOut() throws IOException {
    Profile.Builder cpu =
        profile("samples", "count", 5, 7).setPeriodType(type("cpu", "nanoseconds"));
    byte[] file =
        message(
                process("db", 7, cpu, profile("alloc_space", "By", 5, 10, 20, 30)),
                process("cache", 8, profile("inuse_objects", "{object}", 5, 4)))
            .toByteArray();
    assertThat(totals(Conversions.read(file)))
        .isEqualTo(Map.of("db (7) alloc_space", 60L, "cache (8) objects", 4L));
    byte[] onlyCpu = message(process("db", 7, cpu)).toByteArray();
    assertThatThrownBy(() -> Conversions.read(onlyCpu))
        .hasMessageContaining("an OTLP profile of CPU time");
  }

  @Test
  void messagesOfOneProcessAreItsDumps() throws IOException {
    byte[] first = message(process("db", 7, profile("inuse_space", "bytes", 100, 5))).toByteArray();
    byte[] other =
        message(
                process("db", 7, profile("inuse_space", "bytes", 200, 6)),
                process("web", 8, profile("inuse_space", "bytes", 200, 9)))
            .toByteArray();
    RecordedProfile dumps = all(framed(first, other));
    assertThat(dumps.heaps().stream().map(heap -> heap.info().dump().number()))
        .containsExactly(1, 2, 1);
    assertThat(totals(Conversions.read(framed(other, first))))
        .isEqualTo(Map.of("db (7) space", 6L, "web (8) space", 9L));
    // Types that are dumped one after the other are one dump.
    byte[] types =
        message(
                process(
                    "db",
                    7,
                    profile("inuse_space", "bytes", 100, 5),
                    profile("alloc_space", "bytes", 101, 8)))
            .toByteArray();
    assertThat(totals(Conversions.read(types)))
        .isEqualTo(Map.of("db (7) space", 5L, "db (7) alloc_space", 8L));
  }

  @Test
  void allocatedNumbersOfStretchesAreNotThoseSinceTheStart() throws IOException {
    for (String type : List.of("alloc_space", "inuse_space")) {
      ResourceProfiles first = process("db", 7, profile(type, "bytes", 100, 5).setDurationNano(60));
      ResourceProfiles next = process("db", 7, profile(type, "bytes", 160, 6).setDurationNano(60));
      ResourceProfiles whole = process("db", 7, profile(type, "bytes", 100, 9).setDurationNano(99));
      assertThat(Conversions.noticeIds(Conversions.read(message(first, next).toByteArray())))
          .isEqualTo(type.equals("alloc_space") ? List.of(ErrorId.DELTAS) : List.of());
      assertThat(Conversions.noticeIds(Conversions.read(message(first, whole).toByteArray())))
          .isEmpty();
    }
  }

  @Test
  void messagesMayBeCompressedOneByOne() throws IOException {
    byte[] binary = Containers.zstd(own("give.otlp"));
    assertThat(totals(Conversions.read(framed(binary))))
        .containsEntry("server (4242) space", 6_500_096L);
    byte[] damaged = binary.clone();
    damaged[20] ^= 1;
    RecordedProfile profile = Conversions.read(framed(binary, damaged));
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_DUMP);
    ReadOptions small =
        new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT.withMaxPacketBytes(10_000));
    byte[] large = framed(Containers.zstd(new byte[10_001]));
    assertThatThrownBy(() -> Conversions.read(large, small))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.TOO_LARGE));
    byte[] inflating = framed(Containers.zstd(new byte[17 << 20]));
    assertThatThrownBy(() -> Conversions.read(inflating))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.INFLATES_TOO_MUCH));
  }

  private static boolean isJson(byte[] file) {
    return file[0] == '{';
  }

  /** Where the second message begins, which has its length before it like the first. */
  private static int second(byte[] file) {
    return Integer.BYTES + ByteBuffer.wrap(file).getInt();
  }

  @Test
  void whatComesBeforeDamageIsGiven() throws IOException {
    byte[] give = own("two.framed");
    byte[] json = own("give.json");
    for (byte[] cut :
        List.of(
            Arrays.copyOf(give, give.length - 1),
            Arrays.copyOf(give, give.length / 2 + 3),
            Containers.concat(json, Arrays.copyOf(json, 500)))) {
      RecordedProfile profile = Conversions.read(cut);
      assertThat(totals(profile)).containsEntry("server (4242) space", 6_500_096L);
      assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_DUMP);
      assertThatThrownBy(() -> Conversions.read(cut, Conversions.STRICT))
          .hasMessageContaining("OTLP message 2, ")
          .hasMessageContaining(isJson(cut) ? ", line 2," : ", at byte " + second(cut) + ",")
          .hasMessageEndingWith(" is cut off or damaged");
    }
  }

  @Test
  void namesNeedNotBeUtf8() throws IOException {
    ProfilesData.Builder data =
        message(process("db", 7, profile("inuse_space", "bytes", 5, 9))).toBuilder();
    byte[] bytes = data.build().toByteArray();
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("main");
    bytes[at] = (byte) 0xff;
    RecordedProfile profile = Conversions.read(bytes);
    assertThat(profile.stacks().lines(0).get(0).function()).endsWith("ain");
  }

  @Test
  void negativeLiveBytesOfThisProgramAreADifference() throws IOException {
    ProfilesData.Builder data =
        message(process("db", 7, profile("inuse_space", "bytes", 100, -5))).toBuilder();
    data.getResourceProfilesBuilder(0)
        .getScopeProfilesBuilder(0)
        .getScopeBuilder()
        .setName("heapconv");
    assertThat(
            Conversions.read(data.build().toByteArray()).heaps().get(0).info().provenance().live())
        .isEqualTo(Provenance.Live.DIFFERENCE);
  }

  @Test
  void anObjectWhereJsonNeedsANumberIsDamage() {
    String text =
        "{\"resourceProfiles\":[{\"scopeProfiles\":[{\"profiles\":[{\"timeUnixNano\":{}}]}]}]}";
    assertThatThrownBy(() -> Conversions.read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(HeapConvException.class);
  }

  /** Samples of older layouts, encoded by hand: the classes of their releases are others. */
  @ParameterizedTest
  @CsvSource({
    "1.7, '1=0 2=3 3:2048'",
    "1.7 of jfrconv 4.1, '1=1 2=3 3:2048 6:5'",
    "1.8, '1=1 2:2048'",
    "1.8 with attributes, '1=1 2:2048 3:1'",
    "1.9 with a link, '1=1 2:2048 4=1'",
    "1.9 with timestamps, '1=1 2:2048 5:1111'"
  })
  void olderLayoutsAreRefusedByName(String layout, String fields) throws IOException {
    assertThatThrownBy(() -> Conversions.read(withSample(fields)))
        .as(layout)
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.UNSUPPORTED_FORMAT))
        .hasMessageContaining("written by OTLP profiles 1.9 or older");
  }

  @ParameterizedTest
  @CsvSource({"1=1 4:2048, 2048", "1=1 3=1 4:2048, 2048", "1=1 4=2048, 2048", "1=1 5:11111111, 1"})
  void thoseOfTodayAreRead(String fields, long space) throws IOException {
    assertThat(totals(Conversions.read(withSample(fields))))
        .isEqualTo(Map.of("db (7) space", space));
  }

  /** A message whose sample has these fields: {@code 1=} is a number, {@code 2:} a block. */
  private static byte[] withSample(String fields) throws IOException {
    MessageBuffer sample = new MessageBuffer();
    MessageBuffer block = new MessageBuffer();
    for (String field : fields.split(" ")) {
      int number = field.charAt(0) - '0';
      String value = field.substring(2);
      if (field.charAt(1) == '=') {
        sample.addPresent(number, Long.parseLong(value));
      } else if (number == 5) {
        sample.add(number, value.getBytes(StandardCharsets.US_ASCII));
      } else {
        block.appendVarint(Long.parseLong(value));
        sample.add(number, block);
      }
    }
    MessageBuffer profile = new MessageBuffer();
    profile.add(1, type("inuse_space", "bytes").toByteArray());
    profile.add(2, sample);
    MessageBuffer scope = new MessageBuffer();
    scope.add(2, profile);
    MessageBuffer resource = new MessageBuffer();
    resource.add(1, process("db", 7).getResource().toByteArray());
    resource.add(2, scope);
    MessageBuffer message = new MessageBuffer();
    message.add(1, resource);
    // Not through the classes, which would pack all fields as they know them.
    message.add(2, message().getDictionary().toByteArray());
    return message.takeBytes();
  }
}
