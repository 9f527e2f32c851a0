package dev.heapconv.writer.pprof;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames, mappings and functions that the samples of a profile use, numbered from 1 in the
 * order of their first use. The table of stacks may hold many that no sample uses.
 */
final class LocationTable {

  /** Functions are told apart by name, system name and file. */
  private record FunctionKey(String function, String systemName, String file) {
    @Override
    public int hashCode() {
      return (systemName.hashCode() * 31 + function.hashCode()) * 31 + file.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof FunctionKey key
          && systemName.equals(key.systemName)
          && function.equals(key.function)
          && file.equals(key.file);
    }
  }

  private final StackTable stacks;
  private final int[] locationOfFrame;
  private final IntArrayList frames = new IntArrayList();
  private final int[] pprofMapping;
  private final IntArrayList mappings = new IntArrayList();
  private final Object2IntOpenHashMap<FunctionKey> functionIds = new Object2IntOpenHashMap<>();
  private final List<SourceLine> functions = new ArrayList<>();

  LocationTable(EstimatedProfile profile) {
    stacks = profile.stacks();
    locationOfFrame = new int[stacks.frameCount()];
    pprofMapping = new int[stacks.mappingCount()];
    functionIds.defaultReturnValue(-1);
    putMainMappingFirst(profile);
    boolean[] seen = new boolean[stacks.stackCount()];
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        for (int s = heap.stack(row); s != StackTable.ROOT && !seen[s]; s = stacks.parent(s)) {
          seen[s] = true;
          addFrame(stacks.frame(s));
        }
      }
    }
    keepUsedMappings();
  }

  /**
   * pprof takes the first mapping for the program: make it the one that is called like a process.
   */
  private void putMainMappingFirst(EstimatedProfile profile) {
    for (int mapping = 0; mapping < stacks.mappingCount(); mapping++) {
      String name = stacks.mapping(mapping).baseName();
      for (EstimatedHeap heap : profile.heaps()) {
        HeapInfo info = heap.info();
        String process = info.process().substring(info.process().lastIndexOf('/') + 1);
        if (!process.isEmpty() && name.equals(process)) {
          addMapping(mapping);
          return;
        }
      }
    }
  }

  private boolean[] usedMappings;

  private void addFrame(int frame) {
    if (locationOfFrame[frame] != 0) {
      return;
    }
    frames.add(frame);
    locationOfFrame[frame] = frames.size();
    int mapping = stacks.frameMapping(frame);
    if (mapping != StackTable.NO_MAPPING) {
      addMapping(mapping);
      if (usedMappings == null) {
        usedMappings = new boolean[stacks.mappingCount()];
      }
      usedMappings[mapping] = true;
    }
    for (SourceLine line : stacks.lines(frame)) {
      if (!line.function().isEmpty()) {
        addFunction(line);
      }
    }
  }

  private void addMapping(int mapping) {
    if (pprofMapping[mapping] == 0) {
      mappings.add(mapping);
      pprofMapping[mapping] = mappings.size();
    }
  }

  private void keepUsedMappings() {
    if (!mappings.isEmpty() && (usedMappings == null || !usedMappings[mappings.getInt(0)])) {
      // The main mapping was put first without knowing whether a frame lies in it.
      pprofMapping[mappings.removeInt(0)] = 0;
      for (int i = 0; i < mappings.size(); i++) {
        pprofMapping[mappings.getInt(i)] = i + 1;
      }
    }
  }

  private void addFunction(SourceLine line) {
    FunctionKey key = new FunctionKey(line.function(), line.systemName(), line.file());
    if (functionIds.getInt(key) < 0) {
      functions.add(line);
      functionIds.put(key, functions.size());
    }
  }

  /** pprof's id of a frame, from 1. */
  int location(int frame) {
    return locationOfFrame[frame];
  }

  /** Frame ids in the order of their locations. */
  IntArrayList frames() {
    return frames;
  }

  /** pprof's id of a frame's mapping; 0 for none. */
  int mappingOf(int frame) {
    int mapping = stacks.frameMapping(frame);
    return mapping == StackTable.NO_MAPPING ? 0 : pprofMapping[mapping];
  }

  /** Mappings in the order of their ids. */
  List<Mapping> mappings() {
    List<Mapping> list = new ArrayList<>();
    mappings.forEach((int mapping) -> list.add(stacks.mapping(mapping)));
    return list;
  }

  /** pprof's id of the function of a line; 0 when it has no name. */
  int function(SourceLine line) {
    return line.function().isEmpty()
        ? 0
        : functionIds.getInt(new FunctionKey(line.function(), line.systemName(), line.file()));
  }

  /** A line of each function, in the order of their ids. */
  List<SourceLine> functions() {
    return functions;
  }
}
