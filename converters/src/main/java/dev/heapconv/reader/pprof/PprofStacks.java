package dev.heapconv.reader.pprof;

import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns locations, functions and mappings of a profile into frames. */
final class PprofStacks {

  private final RecordingBuilder recording;
  private final PprofContent content;
  private final Map<Long, Function> functions = new HashMap<>();
  private final Long2IntOpenHashMap mappings = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap frames = new Long2IntOpenHashMap();

  /**
   * @param recording where the stacks are added
   * @param loadBiases of the mappings in their order; none if all are 0, null if unknown
   */
  PprofStacks(PprofContent content, RecordingBuilder recording, @Nullable List<Long> loadBiases) {
    this.content = content;
    this.recording = recording;
    mappings.defaultReturnValue(StackTable.NO_MAPPING);
    frames.defaultReturnValue(RecordingBuilder.NO_FRAME);
    content.functions.forEach(function -> functions.put(function.getId(), function));
    for (int i = 0; i < content.mappings.size(); i++) {
      Mapping mapping = content.mappings.get(i);
      int id =
          recording
              .stacks()
              .addMapping(
                  new dev.heapconv.model.Mapping(
                      content.string(mapping.getFilename()),
                      content.string(mapping.getBuildId()),
                      mapping.getMemoryStart(),
                      mapping.getMemoryLimit(),
                      mapping.getFileOffset(),
                      loadBiases == null || loadBiases.isEmpty() ? 0 : loadBiases.get(i),
                      loadBiases != null,
                      0));
      mappings.put(mapping.getId(), id);
    }
    for (Location location : content.locations) {
      frames.put(location.getId(), frame(location));
    }
  }

  private int frame(Location location) {
    int mapping = mappings.get(location.getMappingId());
    if (location.getMappingId() != 0 && mapping == StackTable.NO_MAPPING) {
      recording.addBroken(1);
    }
    List<SourceLine> lines = new ArrayList<>();
    for (Line line : location.getLineList()) {
      Function function = functions.get(line.getFunctionId());
      if (function == null) {
        recording.addBroken(1);
      } else {
        lines.add(
            RecordingBuilder.line(
                content.string(function.getName()),
                content.string(function.getSystemName()),
                content.string(function.getFilename()),
                line.getLine(),
                line.getColumn(),
                function.getStartLine()));
      }
    }
    int frame = recording.frame(mapping, location.getAddress(), lines);
    if (location.getIsFolded()) {
      recording.stacks().setFolded(frame);
    }
    return frame;
  }

  /** The stack of a sample, whose locations are ordered innermost first. */
  int stack(Sample sample) {
    return recording.stack(
        sample.getLocationIdCount(), place -> frames.get(sample.getLocationId(place)));
  }
}
