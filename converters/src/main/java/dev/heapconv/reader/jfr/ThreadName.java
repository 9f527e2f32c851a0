package dev.heapconv.reader.jfr;

import dev.heapconv.model.Label;
import java.util.List;

/**
 * The name of a thread as labels of rows.
 *
 * @param number another one for each name
 * @param labels none if it has no name
 */
record ThreadName(int number, List<Label> labels) {

  private static final String KEY = "thread";

  static ThreadName of(int number, String name) {
    return new ThreadName(
        number, name.isEmpty() ? List.of() : List.of(new Label(KEY, name, 0, "")));
  }
}
