package dev.heapconv.reader.pprof;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The tables of a profile as objects; its samples, of which there may be millions, stay encoded.
 */
final class PprofContent {

  /** No process runs and is recorded for longer: Pyroscope writes the time since 1970. */
  private static final Duration LONGEST = Duration.ofDays(10 * 365);

  /** No profile is older than the year 2000. */
  private static final Duration FIRST = Duration.ofDays(30 * 365);

  /** In the expression of heappy for frames to drop. */
  private static final String HEAPPY = "Profiler::track_allocated";

  private final List<ValueType> sampleTypes = new ArrayList<>();
  final List<Mapping> mappings = new ArrayList<>();
  final List<Location> locations = new ArrayList<>();
  final List<Function> functions = new ArrayList<>();
  final List<Long> comments = new ArrayList<>();

  private long samples;
  private final List<String> strings = new ArrayList<>();
  final ValueType.Builder periodType = ValueType.newBuilder();
  long period;
  long timeNanos;
  long durationNanos;

  /** Whether a duration is stated, which may be one that cannot be. */
  boolean isOverTime;

  private long dropFrames;
  private long keepFrames;
  private long defaultType;
  private long documentation;
  private long missingStrings;

  private final byte[] bytes;
  private final String name;

  /** Where sample types begin that do not follow each other: those of another profile; or 0. */
  private int secondTypes;

  private PprofContent(byte[] bytes, String name) {
    this.bytes = bytes;
    this.name = name;
  }

  /**
   * When a profile was taken, in nanoseconds since 1970; 0, which is unknown, if it cannot have
   * been then: mimalloc writes milliseconds.
   */
  static long time(long nanos) {
    return nanos < FIRST.toNanos() ? 0 : nanos;
  }

  static PprofContent parse(byte[] bytes, String name, Limits limits) throws IOException {
    PprofContent content = new PprofContent(bytes, name);
    content.parseTables(limits);
    return content;
  }

  private void parseTables(Limits limits) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    int before = 0;
    int start = 0;
    try {
      for (int tag; (tag = in.readTag()) != 0; start = in.getTotalBytesRead()) {
        int field = WireFormat.getTagFieldNumber(tag);
        switch (field) {
          case Profile.SAMPLE_TYPE_FIELD_NUMBER -> {
            boolean isSecond = before != field && !sampleTypes.isEmpty();
            secondTypes = isSecond && secondTypes == 0 ? start : secondTypes;
            sampleTypes.add(message(in, ValueType.parser()));
          }
          case Profile.SAMPLE_FIELD_NUMBER -> skipSample(in, tag);
          case Profile.MAPPING_FIELD_NUMBER -> mappings.add(message(in, Mapping.parser()));
          case Profile.LOCATION_FIELD_NUMBER -> locations.add(message(in, Location.parser()));
          case Profile.FUNCTION_FIELD_NUMBER -> functions.add(message(in, Function.parser()));
          case Profile.STRING_TABLE_FIELD_NUMBER -> strings.add(text(in.readBytes(), limits));
          case Profile.PERIOD_TYPE_FIELD_NUMBER ->
              in.readMessage(periodType, ExtensionRegistryLite.getEmptyRegistry());
          case Profile.PERIOD_FIELD_NUMBER -> period = in.readInt64();
          case Profile.TIME_NANOS_FIELD_NUMBER -> timeNanos = time(in.readInt64());
          case Profile.DURATION_NANOS_FIELD_NUMBER -> {
            long nanos = in.readInt64();
            isOverTime = nanos > 0;
            durationNanos = nanos < 0 || nanos > LONGEST.toNanos() ? 0 : nanos;
          }
          case Profile.DROP_FRAMES_FIELD_NUMBER -> dropFrames = in.readInt64();
          case Profile.KEEP_FRAMES_FIELD_NUMBER -> keepFrames = in.readInt64();
          case Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER -> defaultType = in.readInt64();
          case Profile.DOC_URL_FIELD_NUMBER -> documentation = in.readInt64();
          case Profile.COMMENT_FIELD_NUMBER -> comments(in, tag);
          default -> in.skipField(tag);
        }
        before = field;
      }
    } catch (InvalidProtocolBufferException e) {
      throw damaged(in).causedBy(e);
    }
  }

  private void skipSample(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      in.skipField(tag);
      return;
    }
    int length = in.readRawVarint32();
    in.skipRawBytes(length);
    samples++;
  }

  private HeapConvException damaged(CodedInputStream in) {
    return HeapConvException.input(
        ErrorId.DAMAGED_PROFILE, name, in.getTotalBytesRead(), bytes.length);
  }

  /**
   * Reads a sample, which has a value of each type. Profiles one after another are one to any
   * decoder of protocol buffers, with the types of all.
   */
  private Sample sample(CodedInputStream in) throws IOException {
    Sample sample = message(in, Sample.parser());
    if (sample.getValueCount() != sampleTypes.size()) {
      throw secondTypes > 0
          ? HeapConvException.input(ErrorId.SECOND_PROFILE, name, "byte " + secondTypes)
          : damaged(in);
    }
    return sample;
  }

  private static <T extends com.google.protobuf.MessageLite> T message(
      CodedInputStream in, Parser<T> parser) throws IOException {
    return in.readMessage(parser, ExtensionRegistryLite.getEmptyRegistry());
  }

  private static String text(ByteString text, Limits limits) {
    int length = Math.min(text.size(), limits.maxNameBytes());
    return text.substring(0, length).toStringUtf8();
  }

  private void comments(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      comments.add(in.readInt64());
      return;
    }
    int outer = in.pushLimit(in.readRawVarint32());
    while (in.getBytesUntilLimit() > 0) {
      comments.add(in.readInt64());
    }
    in.popLimit(outer);
  }

  /**
   * What the values of samples are, by the names of their types.
   *
   * @param raw whether samples are to be unskewed if there are bytes of each
   */
  PprofColumns columns(boolean raw) throws HeapConvException {
    List<View> types = new ArrayList<>();
    for (ValueType type : sampleTypes) {
      types.add(new View(string(type.getType()), string(type.getUnit())));
    }
    types = areAllocated(types) ? List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE) : types;
    return PprofColumns.of(
        "a pprof profile", name, types, string(periodType.getType()), false, raw);
  }

  /**
   * Whether it is tcmalloc's profile of what is allocated in a time, whose columns have the names
   * of live memory: only this one has a duration and shows objects first
   * (tcmalloc/internal/profile_builder.cc).
   */
  private boolean areAllocated(List<View> types) {
    return isOverTime
        && types.equals(List.of(View.OBJECTS, View.SPACE))
        && defaultType == sampleTypes.get(0).getType();
  }

  /** The locations of which a function with a name is the only one. */
  Set<Long> locationsOf(String function) {
    Set<Long> ids = new HashSet<>();
    for (Function one : strings.contains(function) ? functions : List.<Function>of()) {
      if (string(one.getName()).equals(function)) {
        ids.add(one.getId());
      }
    }
    Set<Long> found = new HashSet<>();
    for (Location location : ids.isEmpty() ? List.<Location>of() : locations) {
      if (location.getLineCount() == 1 && ids.contains(location.getLine(0).getFunctionId())) {
        found.add(location.getId());
      }
    }
    return found;
  }

  /** Passes on the samples one at a time. */
  void forEachSample(Consumer<Sample> action) throws IOException {
    forEachSample(1, action);
  }

  /** Passes on each of so many samples. */
  void forEachSample(long step, Consumer<Sample> action) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    long number = 0;
    try {
      for (int tag; (tag = in.readTag()) != 0; ) {
        if (WireFormat.getTagFieldNumber(tag) == Profile.SAMPLE_FIELD_NUMBER
            && number++ % step == 0) {
          action.accept(sample(in));
        } else {
          in.skipField(tag);
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw damaged(in).causedBy(e);
    }
  }

  /** An entry of the string table; empty for an invalid index, which is counted. */
  String string(long index) {
    if (index >= 0 && index < strings.size()) {
      return strings.get((int) index);
    }
    missingStrings++;
    return "";
  }

  /** What the producer says of how to show the profile; the view is null if there is none. */
  Presentation presentation(PprofColumns columns) {
    View view = null;
    for (int i = 0; defaultType > 0 && i < sampleTypes.size(); i++) {
      view = sampleTypes.get(i).getType() == defaultType ? columns.viewOrNull(i) : view;
    }
    return new Presentation(view, string(dropFrames), string(keepFrames), string(documentation));
  }

  /**
   * The labels of a sample as they can be written again: an empty text is none, only numbers have
   * units, and those without a key, by which alone they are found, are damaged.
   */
  List<dev.heapconv.model.Label> labels(Sample sample) {
    List<dev.heapconv.model.Label> labels = new ArrayList<>();
    for (Label label : sample.getLabelList()) {
      String key = string(label.getKey());
      if (!key.isEmpty()) {
        String text = string(label.getStr());
        labels.add(
            text.isEmpty()
                ? new dev.heapconv.model.Label(
                    key, null, label.getNum(), string(label.getNumUnit()))
                : new dev.heapconv.model.Label(key, text, 0, ""));
      }
    }
    return labels;
  }

  /** Whether the producer is heappy, whose sampler begins anew after each sample. */
  boolean isHeappy() {
    return string(dropFrames).contains(HEAPPY);
  }

  /** Whether a label names a heap, as this program does. */
  boolean isOfHeap(Label label) {
    return label.getStr() != 0 && string(label.getKey()).equals("heap");
  }

  /** The interval in bytes that is stated; 0 if none. */
  long interval() {
    return period > 0 && string(periodType.getUnit()).equals("bytes") ? period : 0;
  }

  /** How often an invalid index of the string table was used. */
  long missingStrings() {
    return missingStrings;
  }

  /** How many samples there are. */
  long samples() {
    return samples;
  }
}
