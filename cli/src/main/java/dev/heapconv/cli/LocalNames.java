package dev.heapconv.cli;

import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedProfile;
import java.io.File;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Names functions with the files of this machine. What does that is opened for the first recording
 * with an unnamed binary that exists here; traces of phones never get that far.
 *
 * @param symbols what names functions; opened once
 */
record LocalNames(Supplier<Naming> symbols) implements Naming {

  @Override
  public RecordedProfile apply(RecordedProfile recorded) throws IOException {
    for (String path : recorded.stacks().unnamedBinaries()) {
      if (path.startsWith("/") && new File(path).isFile()) {
        return symbols.get().apply(recorded);
      }
    }
    return recorded;
  }

  @Override
  public String settings() {
    return "files of this machine";
  }
}
