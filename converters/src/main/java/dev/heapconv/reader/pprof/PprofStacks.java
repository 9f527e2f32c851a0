package dev.heapconv.reader.pprof;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Sample;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns locations, functions and mappings of a profile into frames. */
final class PprofStacks {

  private static final int UNKNOWN = -1;

  private final StackTable table;
  private final PprofContent content;
  private final int maxDepth;
  private final Map<Long, Function> functions = new HashMap<>();
  private final Long2IntOpenHashMap mappings = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap frames = new Long2IntOpenHashMap();
  private long brokenReferences;
  private boolean cut;

  /**
   * @param table where the stacks are added
   * @param loadBiases of the mappings in their order; none if all are 0, null if unknown
   */
  PprofStacks(
      PprofContent content, StackTable table, int maxDepth, @Nullable List<Long> loadBiases) {
    this.content = content;
    this.table = table;
    this.maxDepth = maxDepth;
    mappings.defaultReturnValue(StackTable.NO_MAPPING);
    frames.defaultReturnValue(UNKNOWN);
    content.functions.forEach(function -> functions.put(function.getId(), function));
    for (int i = 0; i < content.mappings.size(); i++) {
      Mapping mapping = content.mappings.get(i);
      int id =
          table.addMapping(
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
      brokenReferences++;
    }
    long relPc = location.getAddress();
    String library = "";
    if (mapping != StackTable.NO_MAPPING) {
      dev.heapconv.model.Mapping known = table.mapping(mapping);
      library = known.path();
      relPc += relPc == 0 ? 0 : known.fileOffset() - known.start() + known.loadBias();
    }
    List<SourceLine> lines = new ArrayList<>();
    for (Line line : location.getLineList()) {
      Function function = functions.get(line.getFunctionId());
      if (function == null) {
        brokenReferences++;
        continue;
      }
      String systemName = content.string(function.getSystemName());
      String name = content.string(function.getName());
      if (name.equals(FrameNames.ofUnnamed(library, relPc))) {
        // Another name may be found for it.
        name = "";
        systemName = "";
      }
      int number = (int) Math.max(0, Math.min(Integer.MAX_VALUE, line.getLine()));
      lines.add(
          new SourceLine(
              name.isEmpty() ? systemName : name,
              systemName.isEmpty() ? name : systemName,
              content.string(function.getFilename()),
              number));
    }
    return table.addFrame(mapping, relPc, lines.isEmpty() ? List.of(SourceLine.UNKNOWN) : lines);
  }

  /** The stack of a sample, whose locations are ordered innermost first. */
  int stack(Sample sample) {
    int depth = sample.getLocationIdCount();
    if (depth > maxDepth) {
      cut = true;
      depth = maxDepth;
    }
    int stack = StackTable.ROOT;
    for (int i = depth - 1; i >= 0; i--) {
      int frame = frames.get(sample.getLocationId(i));
      if (frame == UNKNOWN) {
        brokenReferences++;
      } else {
        stack = table.addStack(stack, frame);
      }
    }
    return stack;
  }

  long brokenReferences() {
    return brokenReferences;
  }

  /** Whether a stack was deeper than the limit. */
  boolean isCut() {
    return cut;
  }
}
