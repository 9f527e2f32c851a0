package dev.heapconv.testing;

import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** A pprof file, decoded with the generated classes and with its ids resolved. */
public final class Pprof {

  public final Profile profile;
  private final Map<Long, Location> locations = new HashMap<>();
  private final Map<Long, Function> functions = new HashMap<>();
  private final Map<Long, Mapping> mappings = new HashMap<>();

  private Pprof(Profile profile) {
    this.profile = profile;
    profile.getLocationList().forEach(location -> locations.put(location.getId(), location));
    profile.getFunctionList().forEach(function -> functions.put(function.getId(), function));
    profile.getMappingList().forEach(mapping -> mappings.put(mapping.getId(), mapping));
  }

  /**
   * @param bytes with gzip around them or without
   */
  public static Pprof decode(byte[] bytes) {
    try {
      boolean gzip = bytes.length > 1 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
      return new Pprof(
          gzip
              ? Profile.parseFrom(new GZIPInputStream(new ByteArrayInputStream(bytes)))
              : Profile.parseFrom(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first columns of a file alone. */
  public static Profile withColumns(Profile profile, int columns) {
    Profile.Builder some = profile.toBuilder().clearSampleType();
    some.addAllSampleType(profile.getSampleTypeList().subList(0, columns));
    for (Sample.Builder sample : some.getSampleBuilderList()) {
      List<Long> values = List.copyOf(sample.getValueList().subList(0, columns));
      sample.clearValue().addAllValue(values);
    }
    return some.build();
  }

  public String text(long index) {
    return profile.getStringTable((int) index);
  }

  public List<String> sampleTypes() {
    List<String> types = new ArrayList<>();
    for (ValueType type : profile.getSampleTypeList()) {
      types.add(text(type.getType()));
    }
    return types;
  }

  public List<String> comments() {
    List<String> comments = new ArrayList<>();
    profile.getCommentList().forEach(comment -> comments.add(text(comment)));
    return comments;
  }

  public Location location(long id) {
    return locations.get(id);
  }

  public Function function(long id) {
    return functions.get(id);
  }

  /** Null where there is none. */
  public Mapping mapping(long id) {
    return mappings.get(id);
  }

  /** Labels of a sample as text, numbers as digits. */
  public Map<String, String> labels(Sample sample) {
    Map<String, String> labels = new TreeMap<>();
    for (Label label : sample.getLabelList()) {
      labels.put(
          text(label.getKey()),
          label.getStr() != 0 ? text(label.getStr()) : Long.toString(label.getNum()));
    }
    return labels;
  }

  /**
   * Values of every stack, samples of one stack added up. A stack is written leaf first with the
   * recorded (mangled) names and the file of each frame, which two converters agree on where
   * demangled names may differ in style.
   */
  public Map<String, List<Long>> rowsBySystemName() {
    Map<String, List<Long>> rows = new HashMap<>();
    for (Sample sample : profile.getSampleList()) {
      StringBuilder stack = new StringBuilder();
      for (long id : sample.getLocationIdList()) {
        Location location = locations.get(id);
        Mapping mapping = mappings.get(location.getMappingId());
        String file = mapping == null ? "" : text(mapping.getFilename());
        String makeshift = file.substring(file.lastIndexOf('/') + 1) + "+0x";
        for (Line line : location.getLineList()) {
          // Frames with neither name nor address are named after their place in the file.
          String name = systemName(line);
          stack.append(name.startsWith(makeshift) ? "?" : name).append('\n');
        }
        if (location.getLineCount() == 0) {
          stack.append("?\n");
        }
        stack.append('@').append(file).append('\n');
      }
      rows.merge(stack.toString(), sample.getValueList(), Pprof::sum);
    }
    return rows;
  }

  /** What is not 0 in some columns, by stack. */
  public Map<String, List<Long>> rows(List<String> types) {
    List<String> all = sampleTypes();
    Map<String, List<Long>> rows = new TreeMap<>();
    rowsBySystemName()
        .forEach(
            (stack, values) -> {
              List<Long> some = types.stream().map(type -> values.get(all.indexOf(type))).toList();
              if (some.stream().anyMatch(value -> value != 0)) {
                rows.put(stack, some);
              }
            });
    return rows;
  }

  private String systemName(Line line) {
    Function function = functions.get(line.getFunctionId());
    String name =
        text(function.getSystemName() != 0 ? function.getSystemName() : function.getName());
    return name.isEmpty() ? "?" : name;
  }

  /** The sums of two lists, number by number. */
  public static List<Long> sum(List<Long> one, List<Long> other) {
    List<Long> sum = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      sum.add(one.get(i) + other.get(i));
    }
    return sum;
  }
}
