package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.RecordedProfile;
import java.io.IOException;
import java.util.List;

/**
 * Reads one format. Implementations are stateless, so one instance can serve any number of inputs
 * and threads.
 */
public interface ProfileReader {

  /**
   * Whether an input has this format, judged by its content alone.
   *
   * @param head the beginning of the input, or all of it if it is shorter than {@link
   *     Input#HEAD_BYTES}
   */
  boolean accepts(byte[] head);

  /**
   * Returns what an accepted input is among the members of an archive.
   *
   * @param head the beginning of the input
   * @return {@link InputContent#PROFILE}, unless a reader overrides this method
   */
  default InputContent content(byte[] head) {
    return InputContent.PROFILE;
  }

  /**
   * Describes the kinds of files that this reader reads, one in a line, for lists of formats.
   *
   * @return possibly empty
   */
  default List<String> formats() {
    return List.of();
  }

  /**
   * Reads an input to its end. If damage leaves something to convert, it becomes a warning in the
   * result.
   *
   * @param input the input, which {@link #accepts} has accepted; the caller closes it
   * @param options the selection, the limits, and whether damage is an error
   * @throws dev.heapconv.model.HeapConvException if there is nothing to convert, or if the input is
   *     damaged and the options are strict
   */
  RecordedProfile read(Input input, ReadOptions options) throws IOException;
}
