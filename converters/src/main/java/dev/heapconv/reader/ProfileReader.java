package dev.heapconv.reader;

import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.RecordedProfile;
import java.io.IOException;
import java.util.List;

/**
 * Reads one format. Implementations are stateless: one instance can serve any number of inputs and
 * threads.
 */
public interface ProfileReader {

  /**
   * Whether an input has this format, judged only by its content.
   *
   * @param head the beginning of the input, or all of it if it is shorter than {@link
   *     Input#HEAD_BYTES}
   */
  boolean accepts(byte[] head);

  /** What an input that it accepts is to the other members of an archive. */
  default InputContent content(byte[] head) {
    return InputContent.PROFILE;
  }

  /** What it reads, for lists of formats: a line for each kind of file; may be empty. */
  default List<String> formats() {
    return List.of();
  }

  /**
   * Reads an input to its end. Damage that leaves something to convert becomes warnings in the
   * result.
   *
   * @throws dev.heapconv.model.HeapConvException if there is nothing to convert, or if anything is
   *     damaged and the options are strict
   */
  RecordedProfile read(Input input, ReadOptions options) throws IOException;
}
