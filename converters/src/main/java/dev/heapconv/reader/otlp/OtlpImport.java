package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.View;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.proto.otlp.ResourceProfiles;
import dev.heapconv.proto.otlp.ScopeProfiles;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.pprof.PprofColumns;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the profiles of all messages of a file by process and heap. */
final class OtlpImport {

  /** What this program is called where it names itself. */
  private static final ByteString OWN_SCOPE = ByteString.copyFromUtf8("heapconv");

  private final String name;
  private final ReadOptions options;
  private final RecordingBuilder recording;
  private final Map<List<Object>, OtlpSeries> allSeries = new LinkedHashMap<>();

  /** By the attributes of their resources. */
  private final Map<List<Label>, OtlpProcess> processes = new HashMap<>();

  private final Set<View> types = new HashSet<>();

  OtlpImport(String name, ReadOptions options) {
    this.name = name;
    this.options = options;
    recording = new RecordingBuilder(name, options);
  }

  /** Some of the input cannot be used. */
  void damaged(@Nullable String problem) throws HeapConvException {
    recording.damaged(problem, false);
  }

  void add(ProfilesData message) throws IOException {
    if (message.getDictionary().getStringTableCount() == 0) {
      throw HeapConvException.input(
          ErrorId.TRUNCATED_PROFILE, name, "an OTLP message has no table of strings");
    }
    OtlpTables tables =
        new OtlpTables(message.getDictionary(), recording, options.limits().maxNameBytes());
    for (ResourceProfiles ofResource : message.getResourceProfilesList()) {
      OtlpProcess process =
          processes.computeIfAbsent(tables.labels(ofResource.getResource()), OtlpProcess::new);
      for (ScopeProfiles ofScope : ofResource.getScopeProfilesList()) {
        boolean own = ofScope.getScope().getName().equals(OWN_SCOPE);
        for (Profile profile : ofScope.getProfilesList()) {
          for (ByteString sample : profile.getSamplesList()) {
            if (OtlpLayout.isOld(sample, message.getDictionary().getAttributeTableCount())) {
              throw OtlpLayout.refusal(name);
            }
          }
          OtlpPart part = new OtlpPart(profile, tables);
          if (types.size() == PprofColumns.MOST && !types.contains(part.type())) {
            recording.notices().add(ErrorId.MANY_COLUMNS, PprofColumns.MOST);
            continue;
          }
          types.add(part.type());
          allSeries
              .computeIfAbsent(
                  List.of(process, part.heap(), own),
                  unused -> new OtlpSeries(process, part.heap(), own))
              .add(part);
        }
      }
    }
  }

  RecordedProfile profile() throws IOException {
    boolean any = false;
    @Nullable HeapConvException otherProfile = null;
    for (OtlpSeries series : allSeries.values()) {
      try {
        series.heaps(name, options, recording.notices()).forEach(recording::heap);
        any = true;
      } catch (HeapConvException e) {
        // Others of the file may be of memory.
        otherProfile = otherProfile == null ? e : otherProfile;
      }
    }
    if (!any) {
      throw otherProfile != null
          ? otherProfile
          : HeapConvException.input(ErrorId.NO_HEAP_PROFILE, name, "it has no profiles");
    }
    return recording.finish("OTLP profile");
  }
}
