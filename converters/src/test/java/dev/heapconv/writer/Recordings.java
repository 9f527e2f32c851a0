package dev.heapconv.writer;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.select.Selection;
import dev.heapconv.transform.UnskewOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Real recordings, where they are on this machine. */
public final class Recordings {

  private Recordings() {}

  /** Skips the calling test where the shared recordings are absent. */
  public static EstimatedProfile profile(String name, DumpSelector dump) throws IOException {
    Path file = Path.of(System.getProperty("heapconv.shared", "../shared/data"), "heapprofd", name);
    Assumptions.assumeTrue(Files.exists(file), "no recording at " + file);
    ReadOptions options =
        ReadOptions.DEFAULT.withSelection(new Selection(List.of(), List.of(), dump));
    return HeapConv.unskew(
        HeapConv.read(InputSource.parse(file.toString()), options), UnskewOptions.DEFAULT);
  }
}
