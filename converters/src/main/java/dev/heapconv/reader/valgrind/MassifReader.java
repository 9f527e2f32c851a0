package dev.heapconv.reader.valgrind;

import dev.heapconv.input.Input;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads massif's text. Each detailed snapshot, the peak among them, is a dump with live bytes;
 * massif counts no blocks, and the other snapshots have no stacks. Other tools of valgrind write
 * their execution trees ({@code --xtree-memory}) in this form.
 */
public final class MassifReader implements ProfileReader {

  @Override
  public boolean accepts(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return text.startsWith("desc:") && text.contains("\ncmd:") && text.contains("\ntime_unit:");
  }

  @Override
  public List<String> formats() {
    return List.of("massif: detailed snapshots of valgrind, and its execution trees (.ms)");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    return new MassifSnapshots(input, options).read();
  }
}
