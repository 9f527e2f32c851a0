package dev.heapconv.testing;

import dev.heapconv.aggregate.AllocatorFrames;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import java.util.ArrayList;
import java.util.List;

/**
 * A pprof file as stable text for goldens: everything in it, with ids resolved so that a diff reads
 * as a change.
 */
public final class ProfileText {

  private final Pprof pprof;
  private final StringBuilder text = new StringBuilder();

  private ProfileText(Pprof pprof) {
    this.pprof = pprof;
  }

  public static String of(Pprof pprof) {
    return new ProfileText(pprof).render();
  }

  private String render() {
    List<String> types = new ArrayList<>();
    for (ValueType type : pprof.profile.getSampleTypeList()) {
      types.add(pprof.text(type.getType()) + "/" + pprof.text(type.getUnit()));
    }
    line("sample types: " + String.join(" ", types));
    line("default sample type: " + pprof.text(pprof.profile.getDefaultSampleType()));
    ValueType period = pprof.profile.getPeriodType();
    line(
        "period: "
            + pprof.profile.getPeriod()
            + " "
            + pprof.text(period.getType())
            + "/"
            + pprof.text(period.getUnit()));
    line("time nanos: " + pprof.profile.getTimeNanos());
    line("duration nanos: " + pprof.profile.getDurationNanos());
    String dropped = pprof.text(pprof.profile.getDropFrames());
    line("drop frames: " + (dropped.equals(AllocatorFrames.regex()) ? "the allocator's" : dropped));
    pprof.comments().forEach(comment -> line("comment: " + comment));
    line("");
    pprof.profile.getMappingList().forEach(this::mapping);
    line("");
    pprof.profile.getLocationList().forEach(this::location);
    line("");
    for (Sample sample : pprof.profile.getSampleList()) {
      line(
          "sample "
              + sample.getValueList()
              + " "
              + pprof.labels(sample)
              + " at "
              + sample.getLocationIdList());
    }
    return text.toString();
  }

  private void mapping(Mapping mapping) {
    line(
        "mapping "
            + mapping.getId()
            + ": "
            + pprof.text(mapping.getFilename())
            + " build id "
            + pprof.text(mapping.getBuildId())
            + " "
            + hex(mapping.getMemoryStart())
            + "-"
            + hex(mapping.getMemoryLimit())
            + "@"
            + hex(mapping.getFileOffset())
            + (mapping.getHasFunctions() ? " functions" : "")
            + (mapping.getHasFilenames() ? " files" : "")
            + (mapping.getHasLineNumbers() ? " lines" : "")
            + (mapping.getHasInlineFrames() ? " inlined" : ""));
  }

  private void location(Location location) {
    String where =
        location.getId() + ": " + hex(location.getAddress()) + " m" + location.getMappingId();
    if (location.getLineCount() == 0) {
      line(where);
    }
    String prefix = where;
    for (Line line : location.getLineList()) {
      Function function = pprof.function(line.getFunctionId());
      String name = pprof.text(function.getName());
      String systemName = pprof.text(function.getSystemName());
      String file = pprof.text(function.getFilename());
      line(
          prefix
              + " "
              + name
              + (systemName.equals(name) ? "" : " [" + systemName + "]")
              + (file.isEmpty() ? "" : " " + file + ":" + line.getLine()));
      prefix = "    inlined into";
    }
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
