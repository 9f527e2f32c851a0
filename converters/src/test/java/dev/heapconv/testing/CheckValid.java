package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every invariant of the pprof format, and what we promise beyond it, in one place. */
public final class CheckValid {

  private final Profile profile;
  private final boolean difference;
  private final Set<Long> mappings = new HashSet<>();
  private final Set<Long> functions = new HashSet<>();
  private final Set<Long> locations = new HashSet<>();

  private CheckValid(Profile profile, boolean difference) {
    this.profile = profile;
    this.difference = difference;
  }

  /** Decodes a pprof file and fails if any invariant is broken. */
  public static Pprof of(byte[] bytes) {
    return of(bytes, false);
  }

  /**
   * Decodes a pprof file and fails if any invariant is broken.
   *
   * @param difference whether values may be negative
   */
  public static Pprof of(byte[] bytes, boolean difference) {
    Pprof pprof = Pprof.decode(bytes);
    new CheckValid(pprof.profile, difference).check();
    return pprof;
  }

  private void check() {
    checkFields();
    checkStrings();
    checkTypes();
    checkMappings();
    checkFunctions();
    checkLocations();
    checkSamples();
    checkNothingUnused();
    profile.getCommentList().forEach(this::checkString);
    checkString(profile.getDropFrames());
    checkString(profile.getKeepFrames());
    assertThat(profile.getTimeNanos()).isNotNegative();
    assertThat(profile.getDurationNanos()).isNotNegative();
  }

  /** pprof-format of npm takes the tag of a field for one byte, which has no place for 16. */
  private void checkFields() {
    assertThat(profile.getUnknownFields().asMap()).isEmpty();
    assertThat(profile.getAllFields().keySet()).allMatch(field -> field.getNumber() < 16);
  }

  private void checkStrings() {
    List<String> strings = profile.getStringTableList();
    assertThat(strings).isNotEmpty().doesNotHaveDuplicates();
    assertThat(strings.get(0)).as("string_table[0]").isEmpty();
  }

  private void checkTypes() {
    assertThat(profile.getSampleTypeList()).isNotEmpty().doesNotHaveDuplicates();
    for (ValueType type : profile.getSampleTypeList()) {
      checkType(type);
    }
    assertThat(profile.hasPeriodType()).isEqualTo(profile.getPeriod() > 0);
    if (profile.hasPeriodType()) {
      checkType(profile.getPeriodType());
    }
    assertThat(profile.getSampleTypeList().stream().map(ValueType::getType).toList())
        .as("default_sample_type is a sample type")
        .contains(profile.getDefaultSampleType());
  }

  private void checkType(ValueType type) {
    checkString(type.getType());
    checkString(type.getUnit());
    assertThat(type.getType()).isNotZero();
    assertThat(profile.getStringTable((int) type.getUnit())).isIn("count", "bytes");
  }

  private void checkMappings() {
    for (Mapping mapping : profile.getMappingList()) {
      assertThat(mappings.add(mapping.getId()))
          .as("mapping id " + mapping.getId() + " is new")
          .isTrue();
      assertThat(mapping.getId()).isNotZero();
      checkString(mapping.getFilename());
      checkString(mapping.getBuildId());
    }
  }

  private void checkFunctions() {
    for (Function function : profile.getFunctionList()) {
      assertThat(functions.add(function.getId()))
          .as("function id " + function.getId() + " is new")
          .isTrue();
      assertThat(function.getId()).isNotZero();
      checkString(function.getName());
      checkString(function.getSystemName());
      checkString(function.getFilename());
      assertThat(function.getName()).as("a function has a name").isNotZero();
      assertThat(function.getSystemName()).as("a function has a system name").isNotZero();
    }
  }

  private void checkLocations() {
    for (Location location : profile.getLocationList()) {
      assertThat(locations.add(location.getId()))
          .as("location id " + location.getId() + " is new")
          .isTrue();
      assertThat(location.getId()).isNotZero();
      if (location.getMappingId() != 0) {
        assertThat(mappings).contains(location.getMappingId());
      }
      for (Line line : location.getLineList()) {
        assertThat(functions).contains(line.getFunctionId());
        assertThat(line.getLine()).isNotNegative();
      }
    }
  }

  private void checkSamples() {
    int values = profile.getSampleTypeCount();
    for (Sample sample : profile.getSampleList()) {
      // Plain ifs: assertions on each of a million numbers would take the time of the whole suite.
      if (sample.getValueCount() != values) {
        throw new AssertionError("a sample has " + sample.getValueCount() + " values of " + values);
      }
      boolean anything = false;
      for (long value : sample.getValueList()) {
        if (value < 0 && !difference) {
          throw new AssertionError("a value is negative: " + value);
        }
        anything |= value != 0;
      }
      if (!anything) {
        throw new AssertionError("a sample is all zeros");
      }
      for (long location : sample.getLocationIdList()) {
        if (!locations.contains(location)) {
          throw new AssertionError(
              "a sample names location " + location + ", which is not defined");
        }
      }
      sample.getLabelList().forEach(this::checkLabel);
    }
  }

  private void checkLabel(Label label) {
    checkString(label.getKey());
    checkString(label.getStr());
    if (label.getKey() == 0 || (label.getStr() != 0 && label.getNum() != 0)) {
      throw new AssertionError("a label has no key, or a text and a number: " + label);
    }
  }

  private void checkNothingUnused() {
    Set<Long> usedLocations = new HashSet<>();
    profile.getSampleList().forEach(s -> usedLocations.addAll(s.getLocationIdList()));
    Set<Long> usedMappings = new HashSet<>();
    Set<Long> usedFunctions = new HashSet<>();
    for (Location location : profile.getLocationList()) {
      usedMappings.add(location.getMappingId());
      location.getLineList().forEach(line -> usedFunctions.add(line.getFunctionId()));
    }
    assertThat(usedLocations).as("locations of some sample").containsAll(locations);
    assertThat(usedMappings).as("mappings that some frame lies in").containsAll(mappings);
    assertThat(usedFunctions).as("functions that some frame is of").containsAll(functions);
  }

  private void checkString(long index) {
    if (index < 0 || index >= profile.getStringTableCount()) {
      throw new AssertionError("string " + index + " of " + profile.getStringTableCount());
    }
  }
}
