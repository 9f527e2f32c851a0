package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Finds inputs with the same content, which sums would count several times. */
final class CopiedInputs {

  private final Map<String, String> firsts = new HashMap<>();
  private long copies;
  private String copy = "";
  private String original = "";

  /**
   * Adds an input.
   *
   * @param hash of its content
   * @return whether it is a copy of one that was added before
   */
  boolean add(String input, String hash) {
    String first = firsts.putIfAbsent(hash, input);
    if (first != null && copies++ == 0) {
      copy = input;
      original = first;
    }
    return first != null;
  }

  /**
   * The inputs without copies of others before them; only files of one size can be copies.
   *
   * @param device whose copies are meant: those of different devices all count
   */
  List<BatchInput> without(List<BatchInput> inputs, UnaryOperator<String> device) {
    Map<Long, Long> ofSize =
        inputs.stream().collect(Collectors.groupingBy(BatchInput::size, Collectors.counting()));
    return inputs.stream()
        .filter(input -> ofSize.getOrDefault(input.size(), 0L) < 2 || !isCopy(input, device))
        .toList();
  }

  private boolean isCopy(BatchInput input, UnaryOperator<String> device) {
    try {
      return Files.isRegularFile(input.path())
          && add(input.name(), HashedStream.hashOf(input.path()) + device.apply(input.name()));
    } catch (IOException e) {
      // Said when it is converted.
      return false;
    }
  }

  /**
   * Warns of copies, if there are any; the example is the first that was added.
   *
   * @param leftOut whether they do not count
   */
  Optional<Notice> notice(boolean leftOut) {
    if (copies == 0) {
      return Optional.empty();
    }
    return Optional.of(
        leftOut
            ? Notice.of(ErrorId.COPIES_LEFT_OUT, copies, copy, original)
            : Notice.of(ErrorId.COPIED_INPUTS, copies, copy, original));
  }
}
