package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;

class PastInputsTest {

  private static final String SETTINGS = "0123456789ab";

  private final PastInputs past = new PastInputs(SETTINGS, false, false);

  @Test
  void recordingIsDoneUntilItChanges() {
    past.add(recording(0, "a", null, SETTINGS));
    assertThat(past.isDone(input("a", 10, 1000))).isTrue();
    assertThat(past.isDone(input("a", 11, 1000))).isFalse();
    assertThat(past.isDone(input("a", 10, 1001))).isFalse();
    assertThat(past.isDone(input("b", 10, 1000))).isFalse();
  }

  @Test
  void otherSettingsConvertAgain() {
    past.add(recording(0, "a", null, "ba9876543210"));
    assertThat(past.isDone(input("a", 10, 1000))).isFalse();
  }

  @Test
  void failureOfTheInputLastsAndOneOfTheMachineDoesNot() {
    past.add(failure(0, "damaged", null, "unknown-format"));
    past.add(failure(0, "large", null, "out-of-memory"));
    assertThat(past.isDone(input("damaged", 10, 1000))).isTrue();
    assertThat(past.isDone(input("large", 10, 1000))).isFalse();

    PastInputs retrying = new PastInputs(SETTINGS, false, true);
    retrying.add(failure(0, "damaged", null, "unknown-format"));
    assertThat(retrying.isDone(input("damaged", 10, 1000))).isFalse();
  }

  @Test
  void archiveIsDoneOnlyWithItsMembers() {
    past.add(archive(0, "a.zip"));
    past.add(recording(0, "a.zip!x", "a.zip", SETTINGS));
    assertThat(past.isDone(input("a.zip", 10, 1000))).isTrue();
    past.add(failure(0, "a.zip!y", "a.zip", "out-of-memory"));
    assertThat(past.isDone(input("a.zip", 10, 1000))).isFalse();
    assertThat(past.of("a.zip!x")).isNull();
  }

  @Test
  void newestChunkCountsInWhateverOrderChunksAreRead() {
    past.add(failure(3, "a", null, "out-of-memory"));
    past.add(recording(5, "a", null, SETTINGS));
    past.add(recording(4, "a", null, SETTINGS));
    past.add(recording(3, "b", null, SETTINGS));
    assertThat(past.of("a").chunk).isEqualTo(5);
    assertThat(past.isDone(input("a", 10, 1000))).isTrue();
    assertThat(past.outdated()).isEqualTo(Map.of(3, List.of("a"), 4, List.of("a")));
    assertThat(past.isNewest(3)).isTrue();
    assertThat(past.isNewest(4)).isFalse();

    past.replaced(3, 6);
    assertThat(past.of("b").chunk).isEqualTo(6);
    assertThat(past.outdated()).isEqualTo(Map.of(4, List.of("a")));
  }

  @Test
  void skippedFileIsDoneUntilItIsNamed() {
    past.add(row(0, "README.md", null, SETTINGS, -1, null, false));
    assertThat(past.of("README.md").skipped).isTrue();
    assertThat(past.isDone(input("README.md", 10, 1000))).isTrue();
    assertThat(past.isDone(new FleetInput("README.md", 10, 1000, true, null, null))).isFalse();
  }

  @Test
  void inputsThatAreNotListedAnyMoreAreKnown() {
    past.add(recording(0, "gone", null, SETTINGS));
    past.add(recording(0, "here", null, SETTINGS));
    assertThat(past.without(List.of(input("here", 10, 1000)))).containsExactly("gone");
  }

  private static FleetInput input(String uri, long size, long modified) {
    return new FleetInput(uri, size, modified, false, null, null);
  }

  private static Row recording(int chunk, String input, String archive, String settings) {
    return row(chunk, input, archive, settings, -1, null, true);
  }

  private static Row archive(int chunk, String input) {
    return row(chunk, input, null, SETTINGS, 1, null, false);
  }

  private static Row failure(int chunk, String input, String archive, String error) {
    return row(chunk, input, archive, SETTINGS, -1, error, false);
  }

  /** A row of {@link PastInputs#COLUMNS}. */
  private static Row row(
      int chunk,
      String input,
      String archive,
      String settings,
      int members,
      String error,
      boolean recording) {
    return RowFactory.create(
        chunk, input, archive, 10L, 1000L, "hash", settings, members, error, error, recording);
  }
}
