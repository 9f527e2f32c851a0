package dev.heapconv.reader.heaptrack;

import dev.heapconv.input.Input;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads recordings of heaptrack. The first dump is the peak of the heap, the second the end of the
 * recording. Numbers are exact; unlike those of {@code heaptrack_print}, leaks that are meant to be
 * suppressed are among them.
 */
public final class HeaptrackReader implements ProfileReader {

  private static final int BYTES_TO_JUDGE = 1 << 13;

  /** A raw recording names the program's file (x) before its command (X). */
  private static final Pattern BEGIN = Pattern.compile("v [0-9a-f]+( [0-9a-f]+)?\r?\n[^x]");

  @Override
  public boolean accepts(byte[] head) {
    String text =
        new String(head, 0, Math.min(head.length, BYTES_TO_JUDGE), StandardCharsets.ISO_8859_1);
    return BEGIN.matcher(text).lookingAt() && text.contains("\nX ");
  }

  @Override
  public List<String> formats() {
    return List.of("heaptrack: recordings after heaptrack_interpret, peak and end");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    return new HeaptrackLines(input, options).read();
  }
}
