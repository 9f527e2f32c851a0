package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.contract.ReaderContract;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every container promises, whatever the format of the recording in it. */
class InputsTest {

  /** A small one: its containers are read thousands of times. */
  private static final byte[] SAMPLE = TestData.bytes(TestData.own("fuzz/heaptext/java_heapz.txt"));

  private static final Map<String, byte[]> CONTAINERS =
      Map.of(
          "gzip", Containers.gzip(SAMPLE),
          "zstd", Containers.zstd(SAMPLE),
          "zip", Containers.zip("sample", SAMPLE),
          "tar", Containers.tar("sample", SAMPLE),
          "zip of gzip", Containers.zip("sample.gz", Containers.gzip(SAMPLE)),
          "tar.gz", Containers.gzip(Containers.tar("sample", SAMPLE)),
          "zip.gz", Containers.gzip(Containers.zip("sample", SAMPLE)));

  @TempDir private Path folder;

  @Test
  void aContainerCutAtAnyByteIsReadOrRefused() {
    CONTAINERS.forEach(
        (name, whole) -> {
          // A tar goes on with zeros.
          int end = whole.length;
          while (end > 1 && whole[end - 2] == 0) {
            end--;
          }
          for (int length = 0; length < end; length += Effort.of(3, 1)) {
            ReaderContract.readOrRefuse(Arrays.copyOf(whole, length), name + " cut to " + length);
          }
        });
  }

  @Test
  void aContainerWithFlippedBytesIsReadOrRefused() {
    CONTAINERS.forEach((name, whole) -> ReaderContract.flip(whole, Effort.of(60, 3000), name));
  }

  @Test
  void compressionWithinCompressionIsRefusedInTheEnd() {
    byte[] nested = SAMPLE;
    for (int i = 0; i < 50; i++) {
      nested = i % 2 == 0 ? Containers.gzip(nested) : Containers.zstd(nested);
    }
    assertThat(ReaderContract.readOrRefuse(nested, "nested")).isNull();
  }

  @Test
  void everyContainerGivesTheSameProfile() throws IOException {
    byte[] expected = plain(Conversions.read(SAMPLE));
    Map<String, byte[]> forms = new LinkedHashMap<>(CONTAINERS);
    forms.put("gzip of gzip", Containers.gzip(Containers.gzip(SAMPLE)));
    byte[] start = Arrays.copyOf(SAMPLE, SAMPLE.length / 2);
    byte[] rest = Arrays.copyOfRange(SAMPLE, SAMPLE.length / 2, SAMPLE.length);
    forms.put(
        "gzip in two members", Containers.concat(Containers.gzip(start), Containers.gzip(rest)));
    forms.put(
        "zstd in two frames", Containers.concat(Containers.zstd(start), Containers.zstd(rest)));
    for (Map.Entry<String, byte[]> form : forms.entrySet()) {
      InputSource pipe = InputSource.stream("-", new ReaderContract.Dripping(form.getValue()));
      // The name tells nothing: the content does.
      Path file = Files.write(folder.resolve("recording.txt"), form.getValue());
      for (InputSource source : new InputSource[] {pipe, InputSource.file(file)}) {
        assertThat(plain(HeapConv.read(source, Conversions.STRICT)))
            .as(form.getKey() + " from " + source.name())
            .isEqualTo(expected);
      }
    }
  }

  private static byte[] plain(RecordedProfile profile) {
    return Conversions.write(Conversions.asRecorded(profile), Format.PPROF_PLAIN);
  }
}
