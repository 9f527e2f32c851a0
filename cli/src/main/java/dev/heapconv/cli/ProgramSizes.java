package dev.heapconv.cli;

import dev.heapconv.code.CodeSizes;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.symbols.Symbols;
import java.io.File;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * States the sizes of allocations from the code of programs. The reader of code is opened for the
 * first recording that needs sizes, if any of its binaries may be at hand; a trace of a phone whose
 * binaries nobody gave never gets that far.
 *
 * @param sizes what states them; opened once
 * @param symbols where it finds binaries
 * @param isGiven whether files were given, besides those at the recorded paths
 */
record ProgramSizes(Supplier<CodeSizes> sizes, Supplier<Symbols> symbols, boolean isGiven)
    implements Naming {

  @Override
  public RecordedProfile apply(RecordedProfile recorded) throws IOException {
    return needsSizes(recorded) && (isGiven || isAnyHere(recorded.stacks()))
        ? symbols.get().withFailures(sizes.get().apply(recorded))
        : recorded;
  }

  private static boolean needsSizes(RecordedProfile recorded) {
    for (RecordedHeap heap : recorded.heaps()) {
      if (heap.info().sampling().isWeighted()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnyHere(StackTable stacks) {
    for (int i = 0; i < stacks.mappingCount(); i++) {
      Mapping mapping = stacks.mapping(i);
      String path = mapping.path();
      if (!mapping.buildId().isEmpty() && path.startsWith("/") && new File(path).isFile()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String settings() {
    return "sizes from code";
  }
}
