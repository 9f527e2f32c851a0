package dev.heapconv;

import static dev.heapconv.naming.ObfuscationMaps.ClassNames.NO_LINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.naming.ObfuscationMaps;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import dev.heapconv.proto.perfetto.AddressSymbols;
import dev.heapconv.proto.perfetto.Line;
import dev.heapconv.proto.perfetto.ModuleSymbols;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A trace with names added. */
class NamedTraceTest {

  private record Named(UnaryOperator<RecordedProfile> names) implements Naming {
    @Override
    public RecordedProfile apply(RecordedProfile recorded) {
      return names.apply(recorded);
    }

    @Override
    public String settings() {
      return "test";
    }
  }

  private static final byte[] STRIPPED = TestData.recordingBytes("inlined_stripped");

  /** Names what has no name by its address, with an inlined function. */
  private static final Naming BY_ADDRESS =
      new Named(
          recorded -> {
            StackTable stacks = recorded.stacks();
            for (int frame = 0; frame < stacks.frameCount(); frame++) {
              int mapping = stacks.frameMapping(frame);
              if (mapping != StackTable.NO_MAPPING
                  && stacks.lines(frame).get(0).function().isEmpty()) {
                String base = stacks.mapping(mapping).baseName();
                String name = "at_" + Long.toHexString(stacks.frameRelPc(frame));
                stacks.setLines(
                    frame,
                    List.of(
                        new SourceLine("_ZN3foo3barEv", base + ".h", 7),
                        new SourceLine(name, "", 0)));
              }
            }
            return recorded;
          });

  private static byte[] named(byte[] input, Naming... namings) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NamedTrace.PERFETTO.write(Conversions.source(input), with(namings), out);
    return out.toByteArray();
  }

  private static ReadOptions with(Naming... namings) {
    return ReadOptions.DEFAULT.withNamings(List.of(namings));
  }

  /** Every stack with all that is known of its functions, and its numbers. */
  private static Map<String, String> content(RecordedProfile profile) {
    Map<String, String> content = new TreeMap<>();
    StackTable stacks = profile.stacks();
    for (RecordedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        StringBuilder stack = new StringBuilder(heap.info().toString());
        for (int frame : stacks.frames(heap.stack(row))) {
          stack.append('\n').append(stacks.frameRelPc(frame)).append(stacks.lines(frame));
        }
        int at = row;
        content.merge(
            stack.toString(),
            heap.views().stream().map(view -> heap.value(view, at)).toList().toString(),
            String::concat);
      }
    }
    return content;
  }

  private static void checkSame(byte[] named, byte[] input, Naming... namings) throws IOException {
    assertThat(content(Conversions.read(named, Conversions.STRICT)))
        .isEqualTo(content(Conversions.read(input, with(namings))));
  }

  @Test
  void whatWasNamedIsReadBackAndPacketsAreUnchanged() throws IOException {
    byte[] named = named(STRIPPED, BY_ADDRESS);
    checkSame(named, STRIPPED, BY_ADDRESS);
    assertThat(Arrays.copyOf(named, STRIPPED.length)).isEqualTo(STRIPPED);
    assertThat(named.length).isGreaterThan(STRIPPED.length);
    assertThat(named(STRIPPED, BY_ADDRESS)).isEqualTo(named);
  }

  /** The symbols that {@code traceconv} found for the stripped recording, by address. */
  @Test
  void strippedBecomesSymbolized() throws IOException {
    RecordedProfile symbolized = Conversions.read(TestData.recordingBytes("inlined_symbolized"));
    StackTable known = symbolized.stacks();
    Naming asSymbolized =
        new Named(
            recorded -> {
              StackTable stacks = recorded.stacks();
              for (int frame = 0; frame < stacks.frameCount(); frame++) {
                for (int other = 0; other < known.frameCount(); other++) {
                  if (place(stacks, frame).equals(place(known, other))) {
                    List<SourceLine> mangled =
                        known.lines(other).stream()
                            .map(
                                line -> new SourceLine(line.systemName(), line.file(), line.line()))
                            .toList();
                    stacks.setLines(frame, mangled);
                  }
                }
              }
              return recorded;
            });
    byte[] named = named(STRIPPED, asSymbolized);
    checkSame(named, STRIPPED, asSymbolized);
    assertThat(functions(Conversions.read(named))).isEqualTo(functions(symbolized));
  }

  /** The functions of the program. */
  private static Set<String> functions(RecordedProfile profile) {
    Set<String> functions = new TreeSet<>();
    StackTable stacks = profile.stacks();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      if (place(stacks, frame).startsWith("inlined")) {
        stacks.lines(frame).forEach(line -> functions.add(line.function()));
      }
    }
    return functions;
  }

  /** The stripped program has another name. */
  private static String place(StackTable stacks, int frame) {
    int id = stacks.frameMapping(frame);
    Mapping mapping = id == StackTable.NO_MAPPING ? new Mapping("", "") : stacks.mapping(id);
    return mapping.baseName().replace("_stripped", "") + stacks.frameRelPc(frame);
  }

  @Test
  void laterSymbolsReplaceThoseThatTheTraceHas() throws IOException {
    Naming renamed =
        new Named(
            recorded -> {
              StackTable stacks = recorded.stacks();
              for (int frame = 0; frame < stacks.frameCount(); frame++) {
                if (stacks.lines(frame).size() > 1) {
                  stacks.setLines(frame, List.of(new SourceLine("renamed", "new.cc", 1)));
                }
              }
              return recorded;
            });
    byte[] symbolized = TestData.recordingBytes("inlined_symbolized");
    byte[] named = named(symbolized, renamed);
    checkSame(named, symbolized, renamed);
    assertThat(content(Conversions.read(named)).toString()).contains("renamed");
  }

  /** Frames of Chromium are read at the call, but recorded at the address after it. */
  @Test
  void addressesAndBuildIdsAreThoseThatWereRecorded() throws IOException {
    byte[] input = TestData.bytes(TestData.own("perfetto/chromium_symbols.pftrace"));
    byte[] named = named(input, BY_ADDRESS);

    checkSame(named, input, BY_ADDRESS);
    Trace trace = Trace.parseFrom(named);
    ModuleSymbols symbols = trace.getPacket(trace.getPacketCount() - 1).getModuleSymbols();
    assertThat(symbols.getBuildId().toStringUtf8()).isEqualTo("461B8B0E4D0F5450AF1F45BB2C1B8AC10");
    assertThat(symbols.getAddressSymbolsList())
        .hasSize(20)
        .allMatch(
            address ->
                address
                    .getLines(1)
                    .getFunctionName()
                    .equals("at_" + Long.toHexString(address.getAddress() - 1)));
  }

  @Test
  void aModuleWithoutBuildIdIsFoundByItsPath() throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    long one = sequence.mapping("/lib/one.so", new byte[0], 0x1000, 0x9000, 0, 0);
    long two = sequence.mapping("/lib/two.so", new byte[0], 0x11000, 0x19000, 0, 0);
    long stack = sequence.stackOf(sequence.frame("", one, 0x44), sequence.frame("", two, 0x44));
    sequence.dump(TraceBuilder.malloc(10).row(stack, 1, 64, 0, 0));
    byte[] named = named(trace.bytes(), BY_ADDRESS);
    checkSame(named, trace.bytes(), BY_ADDRESS);
    assertThat(content(Conversions.read(named)).toString()).contains("one.so.h", "two.so.h");
  }

  @Test
  void compressionIsRemovedAndMembersAreJoined() throws IOException {
    byte[] plain = named(STRIPPED, BY_ADDRESS);
    assertThat(named(Containers.gzip(STRIPPED), BY_ADDRESS)).isEqualTo(plain);
    byte[] zip = Containers.zip("FS/data/misc/perfetto-traces/trace.pftrace", STRIPPED);
    assertThat(named(zip, BY_ADDRESS)).isEqualTo(plain);
  }

  @Test
  void aTraceThatIsCutOffIsCopiedToItsLastCompletePacket() throws IOException {
    Trace whole = Trace.parseFrom(STRIPPED);
    int packets = whole.getPacketCount();
    byte[] complete = whole.toBuilder().removePacket(packets - 1).build().toByteArray();
    byte[] cut = Arrays.copyOf(whole.toByteArray(), complete.length + 5);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RecordedProfile read =
        NamedTrace.PERFETTO.write(Conversions.source(cut), with(BY_ADDRESS), out);
    assertThat(read.notices()).extracting(notice -> notice.id()).contains(ErrorId.TRUNCATED_TRACE);
    byte[] named = out.toByteArray();
    assertThat(Arrays.copyOf(named, complete.length)).isEqualTo(complete);
    checkSame(named, cut, BY_ADDRESS);
  }

  @Test
  void mapsOfJavaNamesAreAppendedByPackage() throws IOException {
    TraceBuilder trace = new TraceBuilder().process(100, "com.example");
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(TraceBuilder.malloc(10).row(sequence.stack("a.b", "c.d"), 1, 64, 0, 0));
    RecordedProfile read = Conversions.read(named(trace.bytes(), new Maps()));
    StackTable stacks = read.stacks();
    assertThat(stacks.lines(0).get(0).function()).isEqualTo("com.example.First.run");
    assertThat(stacks.lines(1).get(0).function()).isEqualTo("c.d");
  }

  private static final class Maps implements ObfuscationMaps {
    @Override
    public RecordedProfile apply(RecordedProfile recorded) {
      return recorded;
    }

    @Override
    public String settings() {
      return "maps";
    }

    @Override
    public void visit(ClassVisitor visitor) throws IOException {
      visitor.visit(
          "com.example",
          new ClassNames(
              "a",
              "com.example.First",
              List.of(new ClassNames.Field("x", "counter")),
              List.of(
                  new ClassNames.Method("b", "run", NO_LINE, NO_LINE, NO_LINE, NO_LINE, false))));
      for (int i = 0; i < 5000; i++) {
        visitor.visit(
            "com.other", new ClassNames("z" + i, "com.other.Class" + i, List.of(), List.of()));
      }
    }
  }

  @Test
  void largeMapsTakeSeveralPackets() throws IOException {
    Trace trace = Trace.parseFrom(named(STRIPPED, new Maps()));
    List<TracePacket> maps =
        trace.getPacketList().stream().filter(TracePacket::hasDeobfuscationMapping).toList();
    assertThat(maps).hasSizeGreaterThan(2).allMatch(map -> map.getSerializedSize() < 100_000);
    assertThat(
            maps.stream()
                .mapToInt(map -> map.getDeobfuscationMapping().getObfuscatedClassesCount())
                .sum())
        .isEqualTo(5001);
  }

  @Test
  void onlyOneTraceCanBeNamed() throws IOException {
    byte[] jemalloc = TestData.bytes(TestData.own("alloc/jemalloc/je530_lg0_t1_acc1.heap"));
    checkError(ErrorId.NOT_A_TRACE, jemalloc);
    byte[] two = Containers.zip("one.pftrace", STRIPPED, "two.pftrace", STRIPPED);
    checkError(ErrorId.SEVERAL_RECORDINGS, two);
  }

  private static void checkError(ErrorId id, byte[] input) {
    assertThatThrownBy(() -> named(input))
        .isInstanceOfSatisfying(HeapConvException.class, e -> assertThat(e.id()).isEqualTo(id));
  }

  /** As symbolizers wrote before there were build ids in their packets. */
  @Test
  void symbolsWithoutBuildIdAreOfTheirPathOnly() throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    long mapping = sequence.mapping("/lib/one.so", new byte[] {1}, 0x1000, 0x9000, 0, 0);
    long stack = sequence.stackOf(sequence.frame("recorded", mapping, 0x44));
    sequence.dump(TraceBuilder.malloc(10).row(stack, 1, 64, 0, 0));
    trace.packet(
        TracePacket.newBuilder()
            .setModuleSymbols(
                ModuleSymbols.newBuilder()
                    .setPath("/lib/one.so")
                    .setBuildId(ByteString.EMPTY)
                    .addAddressSymbols(
                        AddressSymbols.newBuilder()
                            .setAddress(0x44)
                            .addLines(Line.newBuilder().setFunctionName("other")))));
    assertThat(content(Conversions.read(trace.bytes())).toString()).contains("recorded");
  }
}
