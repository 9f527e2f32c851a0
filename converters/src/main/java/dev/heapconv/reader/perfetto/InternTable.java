package dev.heapconv.reader.perfetto;

import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of interning ids, kept as sent: an id may be used before it is defined, so nothing is
 * resolved until a dump is complete. Where packets were lost, a table begins on top of the one
 * before: its ids go on to hold unless something contradicts them.
 */
final class InternTable {

  /** A mapping with its interned parts unresolved. */
  record RawMapping(
      long buildId,
      long start,
      long end,
      long fileOffset,
      long loadBias,
      long binaryOffset,
      LongArrayList path) {}

  /** A frame with its interned parts unresolved; 0 for missing parts. */
  record RawFrame(long functionName, long mapping, long relPc, long sourcePath, int line) {}

  /** What is defined: one of the maps of a table. */
  interface Ids<T> {
    Long2ObjectOpenHashMap<T> of(InternTable table);
  }

  static final Ids<byte[]> FUNCTION_NAMES = table -> table.functionNames;
  static final Ids<byte[]> BUILD_IDS = table -> table.buildIds;
  static final Ids<byte[]> MAPPING_PATHS = table -> table.mappingPaths;
  static final Ids<byte[]> SOURCE_PATHS = table -> table.sourcePaths;
  static final Ids<RawMapping> MAPPINGS = table -> table.mappings;
  static final Ids<RawFrame> FRAMES = table -> table.frames;

  // Function names, build ids, mapping paths and source paths have separate id spaces in
  // interned_data; the inline tables of Android 10 share one, which is then stored in all four.
  private final Long2ObjectOpenHashMap<byte[]> functionNames = new Long2ObjectOpenHashMap<>(0);
  private final Long2ObjectOpenHashMap<byte[]> buildIds;
  private final Long2ObjectOpenHashMap<byte[]> mappingPaths;
  private final Long2ObjectOpenHashMap<byte[]> sourcePaths;
  private final Long2ObjectOpenHashMap<RawMapping> mappings = new Long2ObjectOpenHashMap<>(0);
  private final Long2ObjectOpenHashMap<RawFrame> frames = new Long2ObjectOpenHashMap<>(0);
  final CallstackTable callstacks = new CallstackTable();

  private final WireCursor cursor = new WireCursor();
  private final RepeatedIds pathIds = new RepeatedIds();
  private final RepeatedIds frameIds = new RepeatedIds();

  /** The id of the callstack that was read last; 0 if it has none. */
  long lastCallstack;

  /** The table of what was defined before a loss of packets, in this generation or an earlier. */
  private @Nullable InternTable before;

  /** Whether that holds as well. */
  private boolean goesOn;

  /** The last table of the generation before, only to find ids that are used again. */
  private @Nullable InternTable previous;

  /** Whether an id has been redefined since the last call to {@link #takeRedefined()}. */
  private boolean redefined;

  /** Whether one of a text or a frame has ever been: a stack of other frames may be the same. */
  private boolean reused;

  private InternTable(boolean oneSpaceForStrings, @Nullable InternTable before, boolean goesOn) {
    buildIds = oneSpaceForStrings ? functionNames : new Long2ObjectOpenHashMap<>(0);
    mappingPaths = oneSpaceForStrings ? functionNames : new Long2ObjectOpenHashMap<>(0);
    sourcePaths = oneSpaceForStrings ? functionNames : new Long2ObjectOpenHashMap<>(0);
    this.before = before;
    this.goesOn = goesOn;
  }

  static InternTable ofInternedData() {
    return new InternTable(false, null, false);
  }

  static InternTable ofProfilePackets() {
    return new InternTable(true, null, false);
  }

  /** The table of the next generation. */
  InternTable afterClear() {
    InternTable next = ofInternedData();
    InternTable last = isEmpty() && before != null ? before : this;
    next.previous = last.isEmpty() ? last.previous : last;
    last.previous = null;
    return next;
  }

  /**
   * The table of what follows a loss of packets.
   *
   * @param goesOn whether ids mean what they meant until something contradicts them
   */
  InternTable afterLoss(boolean goesOn) {
    boolean isPassedOver = isEmpty() && goesOn && (before == null || this.goesOn);
    InternTable next = new InternTable(false, isPassedOver ? before : this, goesOn);
    next.previous = previous;
    return next;
  }

  /**
   * Whatever was lost since another table was the last one, its definitions hold.
   *
   * @return whether nothing contradicts that
   */
  boolean confirm(InternTable another) {
    InternTable first = this;
    while (first != another && first.before != null) {
      first = first.before;
    }
    boolean isHere = first == another;
    for (InternTable table = this; isHere && table != another; ) {
      table.goesOn = true;
      table = Objects.requireNonNull(table.before);
    }
    return isHere;
  }

  /** Nothing that was defined before holds. */
  void isolate() {
    before = null;
    goesOn = false;
  }

  /** The table whose definitions hold as well, where this one has none; or null. */
  @Nullable InternTable base() {
    return goesOn ? before : null;
  }

  boolean isEmpty() {
    return functionNames.isEmpty()
        && frames.isEmpty()
        && callstacks.isEmpty()
        && mappings.isEmpty();
  }

  boolean isReused() {
    return reused;
  }

  boolean takeRedefined() {
    boolean was = redefined;
    redefined = false;
    return was;
  }

  /** Adds a definition, and returns whether the id had another one. */
  private <T> boolean define(Ids<T> kind, long iid, T definition) {
    T known = kind.of(this).put(iid, definition);
    for (InternTable table = before; known == null && table != null; table = table.base()) {
      known = kind.of(table).get(iid);
    }
    redefined |= known != null && !Objects.deepEquals(known, definition);
    for (InternTable table = previous; known == null && table != null; table = table.base()) {
      known = kind.of(table).get(iid);
    }
    return known != null && !Objects.deepEquals(known, definition);
  }

  /** The definitions of a packet have been read: its bytes may be large. */
  void endPacket() {
    cursor.reset(new byte[0], 0, 0);
  }

  /** Reads the InternedString in the current field of {@code parent}. */
  void addString(WireCursor parent, Ids<byte[]> kind, int maxBytes) {
    parent.message(cursor);
    long iid = cursor.integer(InternedString.IID_FIELD_NUMBER, 0);
    byte[] text = cursor.copyBytes(InternedString.STR_FIELD_NUMBER);
    if (text.length > maxBytes) {
      text = Arrays.copyOf(text, maxBytes);
    }
    reused |= define(kind, iid, text);
  }

  /** Reads the Mapping in the current field of {@code parent}. */
  void addMapping(WireCursor parent) {
    parent.message(cursor);
    long iid = cursor.integer(Mapping.IID_FIELD_NUMBER, 0);
    long startOffset = cursor.integer(Mapping.START_OFFSET_FIELD_NUMBER, 0);
    long loadBias = cursor.integer(Mapping.LOAD_BIAS_FIELD_NUMBER, 0);
    // Android 10 has no exact offset. There, most binaries have one mapping, of all of it.
    long exactOffset = cursor.integer(Mapping.EXACT_OFFSET_FIELD_NUMBER, startOffset);
    long buildId = cursor.integer(Mapping.BUILD_ID_FIELD_NUMBER, 0);
    long start = cursor.integer(Mapping.START_FIELD_NUMBER, 0);
    long end = cursor.integer(Mapping.END_FIELD_NUMBER, 0);
    pathIds.begin();
    while (cursor.find(Mapping.PATH_STRING_IDS_FIELD_NUMBER)) {
      pathIds.add(cursor, Integer.MAX_VALUE);
    }
    RawMapping mapping =
        new RawMapping(
            buildId,
            start,
            end,
            exactOffset - startOffset,
            // -1 stands for a file that is no binary, such as a jar.
            loadBias == -1 ? 0 : loadBias,
            startOffset,
            LongArrayList.wrap(Arrays.copyOf(pathIds.ids(), pathIds.count())));
    define(MAPPINGS, iid, mapping);
  }

  /** Reads the Frame in the current field of {@code parent}. */
  void addFrame(WireCursor parent) {
    parent.message(cursor);
    long iid = 0;
    long functionName = 0;
    long mapping = 0;
    long relPc = 0;
    long sourcePath = 0;
    int line = 0;
    for (int field; (field = cursor.nextField()) != 0; ) {
      switch (field) {
        case Frame.IID_FIELD_NUMBER -> iid = cursor.integer();
        case Frame.FUNCTION_NAME_ID_FIELD_NUMBER -> functionName = cursor.integer();
        case Frame.MAPPING_ID_FIELD_NUMBER -> mapping = cursor.integer();
        case Frame.REL_PC_FIELD_NUMBER -> relPc = cursor.integer();
        case Frame.SOURCE_PATH_IID_FIELD_NUMBER -> sourcePath = cursor.integer();
        case Frame.LINE_NUMBER_FIELD_NUMBER -> line = Math.max(0, (int) cursor.integer());
        default -> cursor.skip();
      }
    }
    reused |= define(FRAMES, iid, new RawFrame(functionName, mapping, relPc, sourcePath, line));
  }

  /**
   * Reads the Callstack in the current field of {@code parent}.
   *
   * @return whether it had more than {@code maxDepth} frames, of which the outermost were kept
   */
  boolean addCallstack(WireCursor parent, int maxDepth) {
    parent.message(cursor);
    long iid = 0;
    frameIds.begin();
    for (int field; (field = cursor.nextField()) != 0; ) {
      switch (field) {
        case Callstack.IID_FIELD_NUMBER -> {
          iid = cursor.integer();
          frameIds.repeat(cursor);
        }
        case Callstack.FRAME_IDS_FIELD_NUMBER -> frameIds.add(cursor, maxDepth + 1);
        default -> cursor.skip();
      }
    }
    frameIds.end(cursor);
    lastCallstack = iid;
    int depth = Math.min(frameIds.count(), maxDepth);
    redefined |= callstacks.put(iid, frameIds.ids(), depth);
    for (InternTable table = base(); table != null; table = table.base()) {
      redefined |= table.callstacks.differs(iid, frameIds.ids(), depth);
    }
    return frameIds.count() > maxDepth;
  }
}
