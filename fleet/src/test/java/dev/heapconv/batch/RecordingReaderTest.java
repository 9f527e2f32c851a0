package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Formats;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Inputs that are not files. */
class RecordingReaderTest {

  private static final byte[] TRACE = TestData.bytes(TestData.recording("names"));

  private final RecordingReader reader =
      new RecordingReader(
          Formats.STANDARD, ReadOptions.DEFAULT, UnskewSetup.of(UnskewOptions.DEFAULT));

  /** An object in a store. */
  private static final class Stored implements RecordingReader.Source {
    private final byte[] bytes;
    private final List<InputStream> opened = new ArrayList<>();
    private final Set<InputStream> closed = new HashSet<>();
    private int asked;
    private int changesAfter = Integer.MAX_VALUE;

    Stored(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public String name() {
      return "store://bucket/x";
    }

    @Override
    public RecordingReader.Stat stat() {
      return new RecordingReader.Stat(bytes.length, asked++ < changesAfter ? 5 : 6);
    }

    @Override
    public InputStream open() {
      InputStream in =
          new ByteArrayInputStream(bytes) {
            @Override
            public void close() {
              closed.add(this);
            }
          };
      opened.add(in);
      return in;
    }
  }

  private List<ReadResult> read(RecordingReader.Source source, String... done) {
    List<ReadResult> results = new ArrayList<>();
    reader.read(source, facts -> Set.of(done).contains(facts.name()), results::add);
    return results;
  }

  private static List<String> ids(ReadResult result) {
    EstimatedProfile profile = ((ReadResult.Recording) result).profile();
    return profile.notices().stream().map(Notice::id).map(ErrorId::wireName).toList();
  }

  @Test
  void aRecordingIsReadFromItsStream() {
    Stored stored = new Stored(TRACE);
    List<ReadResult> results = read(stored);
    assertThat(results).hasSize(1);
    ReadResult.Facts facts = results.get(0).facts();
    assertThat(facts.name()).isEqualTo("store://bucket/x");
    assertThat(facts.member()).isNull();
    assertThat(facts.size()).isEqualTo(TRACE.length);
    assertThat(facts.modified()).isEqualTo(5);
    assertThat(facts.sha256()).hasSize(64);
    assertThat(ids(results.get(0))).doesNotContain(ErrorId.CHANGED_WHILE_READ.wireName());
    assertThat(stored.closed).containsExactlyInAnyOrderElementsOf(stored.opened);
  }

  @Test
  void aChangeMeanwhileIsNoticed() {
    Stored stored = new Stored(TRACE);
    stored.changesAfter = 1;
    assertThat(ids(read(stored).get(0))).contains(ErrorId.CHANGED_WHILE_READ.wireName());
  }

  @Test
  void theRecordingsOfAnArchiveAreResultsBeforeIt() {
    byte[] zip = Containers.zip("a", TRACE, "readme", new byte[9], "b", new byte[] {1}, "c", TRACE);
    Stored stored = new Stored(zip);
    List<ReadResult> results = read(stored);
    assertThat(results)
        .extracting(result -> result.facts().name() + " " + result.facts().member())
        .containsExactly("store://bucket/x!a a", "store://bucket/x!c c", "store://bucket/x null");
    assertThat(results.get(0).facts().size()).isEqualTo(TRACE.length);
    assertThat(results.get(2)).isInstanceOf(ReadResult.Archive.class);
    assertThat(results.get(2).facts().size()).isEqualTo(zip.length);
    assertThat(stored.closed)
        .hasSizeGreaterThan(1)
        .containsExactlyInAnyOrderElementsOf(stored.opened);
    assertThat(read(stored, "store://bucket/x!a"))
        .extracting(result -> result.facts().name())
        .containsExactly("store://bucket/x!c", "store://bucket/x");
  }

  @Test
  void nothingFollowsOnceTheSinkStops() {
    List<ReadResult> results = new ArrayList<>();
    reader.read(
        new Stored(Containers.zip("a", TRACE, "c", TRACE)),
        name -> false,
        result -> {
          results.add(result);
          return false;
        });
    assertThat(results).hasSize(1);
  }

  @Test
  void whatCannotBeReadIsAResult() {
    assertThat(failure(new byte[0])).isEqualTo(ErrorId.EMPTY_INPUT);
    assertThat(failure("hello".getBytes(StandardCharsets.UTF_8))).isEqualTo(ErrorId.UNKNOWN_FORMAT);
    assertThat(failure(Containers.zip("readme", new byte[9])))
        .isEqualTo(ErrorId.NO_PROFILE_IN_ARCHIVE);
    RecordingReader.Source missing =
        new RecordingReader.Source() {
          @Override
          public String name() {
            return "gone";
          }

          @Override
          public RecordingReader.Stat stat() {
            return new RecordingReader.Stat(3, 4);
          }

          @Override
          public InputStream open() throws IOException {
            throw new NoSuchFileException("gone");
          }
        };
    ReadResult.Failure failure = (ReadResult.Failure) read(missing).get(0);
    assertThat(failure.error()).isEqualTo(ErrorId.NO_SUCH_FILE);
    assertThat(failure.facts().size()).isEqualTo(3);
  }

  private ErrorId failure(byte[] bytes) {
    List<ReadResult> results = read(new Stored(bytes));
    assertThat(results).hasSize(1);
    assertThat(results.get(0).facts().sha256()).isNotNull();
    return ((ReadResult.Failure) results.get(0)).error();
  }

  @Test
  void tooLittleMemoryIsAFailure() {
    RecordingReader.Source greedy =
        new RecordingReader.Source() {
          @Override
          public String name() {
            return "greedy";
          }

          @Override
          public RecordingReader.Stat stat() {
            return new RecordingReader.Stat(TRACE.length, 5);
          }

          @Override
          public InputStream open() {
            throw new OutOfMemoryError();
          }
        };
    ReadResult.Failure failure = (ReadResult.Failure) read(greedy).get(0);
    assertThat(failure.error()).isEqualTo(ErrorId.OUT_OF_MEMORY);
  }

  @Test
  void filesOfOtherKindsAreToldFromDamagedProfiles() {
    ReadResult.Facts facts = new ReadResult.Facts("x", null, 1, 1, null, 0);
    ReadResult.Failure unknown = new ReadResult.Failure(facts, ErrorId.UNKNOWN_FORMAT, "");
    assertThat(unknown.isOtherFile("a/README.md")).isTrue();
    assertThat(unknown.isOtherFile("a/x.pftrace")).isFalse();
    ReadResult.Failure unreadable = new ReadResult.Failure(facts, ErrorId.UNREADABLE, "");
    assertThat(unreadable.isOtherFile("a/x")).isFalse();
  }
}
