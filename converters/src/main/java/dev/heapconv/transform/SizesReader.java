package dev.heapconv.transform;

import dev.heapconv.input.Input;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Reads files of sizes, which may be named in the place of recordings. For one thread. */
public final class SizesReader implements ProfileReader {

  private final Consumer<LearnedSizes> learned;

  /**
   * @param learned receives the sizes of each file
   */
  public SizesReader(Consumer<LearnedSizes> learned) {
    this.learned = learned;
  }

  @Override
  public boolean accepts(byte[] head) {
    return LearnedSizes.accepts(head);
  }

  /** Passes on the sizes; the result is a recording of nothing. */
  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    learned.accept(LearnedSizes.read(input, options.limits()));
    return new RecordedProfile(
        new CaptureInfo(input.name(), "heapconv sizes", "", ""),
        new StackTable(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
