package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks that describe themselves. Types have the numbers of the constants below. */
class JfrChunkTest {

  private static final int LONG = 11;
  private static final int INT = 12;
  private static final int SHORT = 13;
  private static final int CHAR = 14;
  private static final int BYTE = 15;
  private static final int FLOAT = 16;
  private static final int DOUBLE = 17;
  private static final int STRING = 18;
  private static final int SYMBOL = 19;
  private static final int METHOD = 20;
  private static final int FRAME = 21;
  private static final int EVENT = 22;
  private static final int ITSELF = 23;
  private static final int HOLLOW = 24;

  /** An element of the metadata. */
  private record Element(String name, List<String> attributes, List<Element> elements) {}

  private final List<String> texts = new ArrayList<>();
  private final List<Element> types = new ArrayList<>();
  private final ByteArrayOutputStream events = new ByteArrayOutputStream();
  private long lastCheckpoint;

  JfrChunkTest() {
    type(LONG, "long");
    type(INT, "int");
    type(SHORT, "short");
    type(CHAR, "char");
    type(BYTE, "byte");
    type(FLOAT, "float");
    type(DOUBLE, "double");
    type(STRING, "java.lang.String");
    types.add(
        element(
            "class",
            List.of("id", "" + SYMBOL, "name", "jdk.types.Symbol", "simpleType", "true"),
            field("string", STRING)));
  }

  private static Element element(String name, List<String> attributes, Element... elements) {
    return new Element(name, attributes, List.of(elements));
  }

  private void type(int id, String name, Element... fields) {
    types.add(element("class", List.of("id", "" + id, "name", name), fields));
  }

  private static Element field(String name, int type) {
    return element("field", List.of("name", name, "class", "" + type));
  }

  private static Element constant(String name, int type) {
    return element("field", List.of("name", name, "class", "" + type, "constantPool", "true"));
  }

  private static Element array(String name, int type) {
    return element("field", List.of("name", name, "class", "" + type, "dimension", "1"));
  }

  private static byte[] number(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = value;
    for (int i = 0; i < 8 && (rest & ~0x7fL) != 0; i++) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  /** Numbers, and bytes as they are. */
  private static byte[] join(Object... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object part : parts) {
      out.writeBytes(part instanceof byte[] bytes ? bytes : number(((Number) part).longValue()));
    }
    return out.toByteArray();
  }

  private static byte[] latin1(String text) {
    return join(5, text.length(), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private long end() {
    return JfrChunks.HEADER_BYTES + events.size();
  }

  /** Adds an event, whose length has two bytes, and returns its position. */
  private long event(int type, Object... content) {
    long position = end();
    byte[] rest = join(number(type), join(content));
    int length = rest.length + 2;
    events.write(length & 0x7f | 0x80);
    events.write(length >> 7);
    events.writeBytes(rest);
    return position;
  }

  /** Adds a checkpoint with pools: of each the type, the number of constants, keys and values. */
  private void checkpoint(int pools, Object... content) {
    long position = end();
    long before = lastCheckpoint == 0 ? 0 : lastCheckpoint - position;
    lastCheckpoint = event(1, 0, 0, before, new byte[] {0}, pools, join(content));
  }

  private int text(String text) {
    if (!texts.contains(text)) {
      texts.add(text);
    }
    return texts.indexOf(text);
  }

  private byte[] bytes(Element element) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(join(text(element.name), element.attributes.size() / 2));
    element.attributes.forEach(attribute -> out.writeBytes(number(text(attribute))));
    out.writeBytes(number(element.elements.size()));
    element.elements.forEach(inside -> out.writeBytes(bytes(inside)));
    return out.toByteArray();
  }

  private JfrChunk chunk() {
    return chunk(
        element("root", List.of(), element("metadata", List.of(), types.toArray(Element[]::new))));
  }

  private JfrChunk chunk(Element metadata) {
    if (lastCheckpoint == 0) {
      checkpoint(0);
    }
    byte[] root = bytes(metadata);
    byte[][] pool = texts.stream().map(JfrChunkTest::latin1).toArray(byte[][]::new);
    long position = event(0, 0, 0, 1, texts.size(), join((Object[]) pool), root);
    ByteBuffer chunk = ByteBuffer.allocate((int) end());
    chunk.putLong(8, end()).putLong(16, lastCheckpoint).putLong(24, position);
    chunk.putLong(32, 5_000_000_000L).putLong(48, 1000).putLong(56, 500_000_000);
    chunk.position(JfrChunks.HEADER_BYTES).put(events.toByteArray());
    return new JfrChunk(new JfrBytes(chunk.array(), chunk.capacity()));
  }

  @Test
  void textsAreReadHoweverTheyAreWritten() {
    type(EVENT, "an.Event", field("name", STRING), field("value", STRING), field("size", LONG));
    checkpoint(1, STRING, 2, 7, latin1("k"), 8, new byte[] {0});
    byte[] utf8 = "\u00e9\u20ac".getBytes(StandardCharsets.UTF_8);
    event(EVENT, new byte[] {0}, new byte[] {1}, 1);
    event(EVENT, join(2, 7), join(2, 8), 2);
    event(EVENT, join(3, utf8.length, utf8), join(4, 2, 0xe9, 0x20ac), 3);
    event(EVENT, latin1("\u00e9"), join(2, 99), 4);
    JfrChunk chunk = chunk();
    String[][] expected = {{"", ""}, {"k", ""}, {"\u00e9\u20ac", "\u00e9\u20ac"}, {"\u00e9", ""}};
    for (int i = 0; i < expected.length; i++) {
      JfrRecord event = chunk.next();
      assertThat(event.text(JfrField.NAME)).isEqualTo(expected[i][0]);
      assertThat(event.text(JfrField.VALUE)).isEqualTo(expected[i][1]);
      assertThat(event.number(JfrField.SIZE, 0)).isEqualTo(i + 1);
    }
    assertThat(chunk.next()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 255})
  void aTextThatIsWrittenInAnotherWayIsDamage(int form) {
    type(EVENT, "an.Event", field("name", STRING));
    event(EVENT, new byte[] {(byte) form, 0, 0});
    JfrRecord event = chunk().next();
    assertThatThrownBy(() -> event.text(JfrField.NAME)).isInstanceOf(MalformedException.class);
  }

  /** It would never end. */
  @Test
  void aConstantTextIsNoOtherConstant() {
    type(EVENT, "an.Event", field("name", STRING));
    checkpoint(1, STRING, 1, 7, join(2, 7));
    event(EVENT, join(2, 7));
    JfrRecord event = chunk().next();
    assertThatThrownBy(() -> event.text(JfrField.NAME)).isInstanceOf(MalformedException.class);
  }

  @Test
  void numbersHaveTheWidthOfTheirType() {
    type(
        EVENT,
        "an.Event",
        field("id", INT),
        field("pid", SHORT),
        field("size", CHAR),
        field("virtual", BYTE),
        field("a float", FLOAT),
        field("a double", DOUBLE),
        field("weight", LONG));
    byte[] wide = number(0x1_2345_8000_9abcL);
    event(EVENT, wide, wide, wide, new byte[] {-2}, new byte[12], wide);
    JfrRecord event = chunk().next();
    assertThat(event.number(JfrField.ID, 0)).isEqualTo((int) 0x8000_9abcL);
    assertThat(event.number(JfrField.PID, 0)).isEqualTo((short) 0x9abc);
    assertThat(event.number(JfrField.SIZE, 0)).isEqualTo(0x9abc);
    assertThat(event.number(JfrField.VIRTUAL, 0)).isEqualTo(-2);
    assertThat(event.number(JfrField.WEIGHT, 0)).isEqualTo(0x1_2345_8000_9abcL);
  }

  @Test
  void timesAreThoseOfTheHeader() {
    type(EVENT, "an.Event", field("startTime", LONG), field("duration", LONG));
    event(EVENT, 1500, 3);
    JfrRecord event = chunk().next();
    assertThat(event.startNanos()).isEqualTo(5_000_001_000L);
    assertThat(event.endNanos()).isEqualTo(5_000_001_006L);
  }

  @Test
  void structuresReferToConstants() {
    type(METHOD, "jdk.types.Method", constant("name", SYMBOL));
    type(FRAME, "jdk.types.StackFrame", constant("method", METHOD), field("lineNumber", INT));
    type(20_000, "jdk.types.StackTrace", array("frames", FRAME));
    type(EVENT, "an.Event", constant("stackTrace", 20_000), constant("thread", METHOD));
    checkpoint(1, SYMBOL, 2, 1, latin1("f"), 2, latin1("g"));
    checkpoint(2, METHOD, 2, 5, 1, 6, 2, 20_000, 1, 3, join(2, 5, 10, 6, 20));
    event(EVENT, 3, 6);
    event(EVENT, 3, 0);
    JfrChunk chunk = chunk();
    JfrRecord event = chunk.next();
    JfrRecord trace = event.value(JfrField.STACK_TRACE);
    List<JfrRecord> frames = trace.elements(JfrField.FRAMES);
    assertThat(frames).extracting(f -> f.number(JfrField.LINE_NUMBER, 0)).containsExactly(10L, 20L);
    assertThat(frames)
        .extracting(f -> f.value(JfrField.METHOD).text(JfrField.NAME))
        .containsExactly("f", "g");
    assertThat(frames.get(1).value(JfrField.METHOD)).isSameAs(event.value(JfrField.THREAD));
    assertThat(event.value(JfrField.THREAD).key()).isEqualTo(6);
    JfrRecord other = chunk.next();
    assertThat(other.value(JfrField.STACK_TRACE)).isSameAs(trace);
    assertThat(other.value(JfrField.THREAD)).isNull();
  }

  /** Between checkpoints, a key has the first. */
  @Test
  void theFirstConstantWithAKeyHolds() {
    type(EVENT, "an.Event", constant("name", SYMBOL));
    checkpoint(1, SYMBOL, 1, 1, latin1("first"));
    checkpoint(1, SYMBOL, 1, 1, latin1("second"));
    event(EVENT, 1);
    assertThat(chunk().next().text(JfrField.NAME)).isEqualTo("first");
  }

  /** Of a recording that was flushed when nothing was new. */
  @Test
  void aPoolMayBeEmpty() {
    type(EVENT, "an.Event", constant("name", SYMBOL));
    checkpoint(2, SYMBOL, 0, STRING, 0);
    event(EVENT, 1);
    assertThat(chunk().next().text(JfrField.NAME)).isEmpty();
  }

  @Test
  void fieldsThatATypeLacksAreAbsent() {
    type(
        EVENT,
        "an.Event",
        field("name", LONG),
        array("thread", LONG),
        field("id", STRING),
        constant("pid", LONG),
        field("weight", DOUBLE));
    event(EVENT, 1, 1, 5, latin1("1"), 1, new byte[8]);
    JfrRecord event = chunk().next();
    assertThat(event.number(JfrField.SIZE, -5)).isEqualTo(-5);
    assertThat(event.text(JfrField.VALUE)).isEmpty();
    assertThat(event.value(JfrField.METHOD)).isNull();
    assertThat(event.elements(JfrField.FRAMES)).isEmpty();
    // Nor have they another kind of value.
    for (JfrField other : List.of(JfrField.THREAD, JfrField.ID, JfrField.PID, JfrField.WEIGHT)) {
      assertThat(event.number(other, -5)).as("%s", other).isEqualTo(-5);
    }
    assertThat(event.text(JfrField.NAME)).isEmpty();
    assertThat(event.value(JfrField.NAME)).isNull();
    assertThat(event.elements(JfrField.NAME)).isEmpty();
    assertThat(event.text(JfrField.THREAD)).isEmpty();
    assertThat(event.value(JfrField.THREAD)).isNull();
    assertThat(event.elements(JfrField.THREAD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"23, has no end", "24, has no end", "99, unknown type 99"})
  void constantsOfATypeThatCannotBeReadAreDamage(int type, String problem) {
    type(ITSELF, "a.Cycle", field("value", ITSELF));
    type(HOLLOW, "a.Hollow");
    checkpoint(1, type, 1, 7, 0);
    assertThatThrownBy(this::chunk)
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aCheckpointEndsAfterItsPools(int constants) {
    checkpoint(1, SYMBOL, constants, 1, latin1("f"));
    assertThatThrownBy(this::chunk).isInstanceOf(MalformedException.class);
  }

  @Test
  void metadataThatLackWhatTheyReferToAreDamage() {
    type(EVENT, "an.Event", field("name", 99));
    assertThatThrownBy(this::chunk).hasMessageContaining("lack the type 99");
  }

  @Test
  void metadataWithoutNumbersAreDamage() {
    types.add(element("class", List.of("id", "one", "name", "an.Event")));
    assertThatThrownBy(this::chunk).hasMessageContaining("the number 'one'");
  }

  /** The root is the first of 65 elements that may lie in one another. */
  @ParameterizedTest
  @CsvSource({"65, false", "66, true"})
  void metadataAreNotNestedForEver(int depth, boolean isDamage) {
    Element nested = element("annotation", List.of());
    for (int i = 1; i < depth; i++) {
      nested = element("annotation", List.of(), nested);
    }
    Element metadata = nested;
    if (isDamage) {
      assertThatThrownBy(() -> chunk(metadata)).hasMessageContaining("nested too deeply");
    } else {
      assertThat(chunk(metadata).next()).isNull();
    }
  }

  @Test
  void typesAreFoundByTheBeginningOfTheirName() {
    type(EVENT, "datadog.ObjectSample");
    JfrChunk chunk = chunk();
    assertThat(chunk.hasTypesNamed("datadog.")).isTrue();
    assertThat(chunk.hasTypesNamed("ObjectSample")).isFalse();
  }
}
