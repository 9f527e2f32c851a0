package dev.heapconv.reader.otlp;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Label;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.proto.otlp.ResourceProfiles;
import dev.heapconv.proto.otlp.Sample;
import dev.heapconv.proto.otlp.ScopeProfiles;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.samples.Saturation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the profiles of all messages of a file by process and heap. */
final class OtlpImport {

  /** What this program is called where it names itself. */
  static final String OWN_SCOPE = "heapconv";

  /** This program's own attributes of profiles. */
  static final String HEAP = "heapconv.heap";

  static final String DUMP = "heapconv.dump";

  private final String name;
  private final ReadOptions options;
  private final StackTable table = new StackTable();
  private final Warnings warnings = new Warnings();
  private final Map<List<Object>, OtlpSeries> allSeries = new LinkedHashMap<>();
  private long samples;
  private long brokenReferences;

  OtlpImport(String name, ReadOptions options) {
    this.name = name;
    this.options = options;
  }

  Warnings warnings() {
    return warnings;
  }

  void add(ProfilesData message) throws HeapConvException {
    if (message.getResourceProfilesCount() > 0
        && message.getDictionary().getStringTableCount() == 0) {
      throw HeapConvException.input(
          ErrorId.TRUNCATED_PROFILE, name, "an OTLP message has no dictionary");
    }
    Limits limits = options.limits();
    OtlpTables tables = new OtlpTables(message.getDictionary(), table, limits);
    for (ResourceProfiles ofResource : message.getResourceProfilesList()) {
      List<Label> resource = tables.labels(ofResource.getResource());
      for (ScopeProfiles ofScope : ofResource.getScopeProfilesList()) {
        boolean own = ofScope.getScope().getName().toStringUtf8().equals(OWN_SCOPE);
        for (Profile profile : ofScope.getProfilesList()) {
          add(profile, resource, own, tables);
        }
      }
    }
    brokenReferences += tables.brokenReferences();
    if (tables.isCut()) {
      warnings.add(ErrorId.DEEP_STACK, limits.maxStackDepth());
    }
  }

  private void add(Profile profile, List<Label> resource, boolean own, OtlpTables tables) {
    String heap = "heap";
    long dump = 0;
    for (Label label : tables.labels(profile.getAttributeIndicesList())) {
      heap = label.key().equals(HEAP) && label.text() != null ? label.text() : heap;
      dump = label.key().equals(DUMP) ? label.number() : dump;
    }
    OtlpSeries.Part part =
        new OtlpSeries.Part(
            new View(
                tables.string(profile.getSampleType().getTypeStrindex()),
                unit(tables.string(profile.getSampleType().getUnitStrindex()))),
            profile,
            dump,
            tables.string(profile.getPeriodType().getTypeStrindex()),
            unit(tables.string(profile.getPeriodType().getUnitStrindex())));
    for (Sample sample : profile.getSamplesList()) {
      // Without values, each timestamp counts 1.
      long value = sample.getValuesCount() == 0 ? sample.getTimestampsUnixNanoCount() : 0;
      for (long one : sample.getValuesList()) {
        value = Saturation.add(value, one);
      }
      part.add(
          tables.stack(sample.getStackIndex()),
          tables.labels(sample.getAttributeIndicesList()),
          value);
    }
    samples += profile.getSamplesCount();
    String ofHeap = heap;
    allSeries
        .computeIfAbsent(
            List.of(resource, heap, own), unused -> new OtlpSeries(resource, ofHeap, own))
        .add(part);
  }

  /** A unit as pprof calls it: UCUM has {@code By}, and any word in braces for a count. */
  private static String unit(String unit) {
    return switch (unit) {
      case "By", "B", "byte" -> "bytes";
      case "1", "objects", "samples" -> "count";
      default -> unit.startsWith("{") ? "count" : unit;
    };
  }

  RecordedProfile profile() throws IOException {
    if (samples == 0) {
      warnings.add(ErrorId.NO_SAMPLES);
    }
    if (options.samplingInterval() > 0) {
      warnings.add(ErrorId.INTERVAL_IGNORED);
    }
    if (brokenReferences > 0) {
      if (options.strict()) {
        throw HeapConvException.input(ErrorId.BROKEN_REFERENCES, name, brokenReferences);
      }
      warnings.add(ErrorId.BROKEN_REFERENCES, brokenReferences);
    }
    List<RecordedHeap> heaps = new ArrayList<>();
    @Nullable HeapConvException otherProfile = null;
    for (OtlpSeries series : allSeries.values()) {
      try {
        heaps.addAll(series.heaps(name, warnings));
      } catch (HeapConvException e) {
        // Others of the file may be of memory.
        otherProfile = otherProfile == null ? e : otherProfile;
      }
    }
    if (heaps.isEmpty()) {
      throw otherProfile != null
          ? otherProfile
          : HeapConvException.input(ErrorId.NO_HEAP_PROFILE, name, "it has no profiles");
    }
    return options
        .selection()
        .profile(new CaptureInfo(name, "OTLP profile", "", ""), table, heaps, warnings, List.of());
  }
}
