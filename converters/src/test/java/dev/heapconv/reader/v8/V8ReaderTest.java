package dev.heapconv.reader.v8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The number of samples is known only if a file lists them. */
class V8ReaderTest {

  private static String table(String samples, Format format) throws IOException {
    String profile =
        "{\"head\":{\"callFrame\":{},\"selfSize\":0,\"id\":1,\"children\":[{\"callFrame\":"
            + "{\"functionName\":\"f\"},\"selfSize\":100,\"id\":2,\"children\":[]}]}"
            + samples
            + "}";
    byte[] table =
        Conversions.write(
            HeapConv.unskew(
                Conversions.read(profile.getBytes(StandardCharsets.UTF_8)), UnskewOptions.DEFAULT),
            format);
    return new String(table, StandardCharsets.UTF_8);
  }

  @Test
  void tablesHaveThemOnlyIfTheyAreKnown() throws IOException {
    String listed = ",\"samples\":[{\"size\":100,\"nodeId\":2,\"ordinal\":1}]";
    for (Format format : new Format[] {Format.CSV, Format.JSON}) {
      assertThat(table(listed, format)).contains("samples");
      assertThat(table("", format)).contains("100").doesNotContain("samples");
    }
  }
}
