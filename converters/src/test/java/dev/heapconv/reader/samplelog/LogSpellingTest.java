package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as people and their programs write them. */
class LogSpellingTest {

  private static final String CSV = "# heapconv=1\n# scheme=exact\n# frees=true\n";
  private static final String JSON = "{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true}\n";

  private static RecordedProfile read(String log) throws IOException {
    return Conversions.read(log.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "op,address,size,stack\nalloc,0x10,100,a;main\n",
        "op, address, size, stack\nalloc, 0x10, 100, a;main\n",
        "op, address ,size,stack \nalloc , 0x10 ,100 , \"a;main\"\n",
        "\"op\",\"address\",\"size\",\"stack\"\n\"alloc\",\"0x10\",\"100\",\"a;main\"\n",
        "op,address,size,stack\nalloc,0x10,100.0,a;main\n",
      })
  void cellsMayBeWrittenLikeThis(String records) throws IOException {
    RecordedProfile profile = read(CSV + records);
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps().get(0).sum(View.ALLOC_SPACE)).isEqualTo(100);
    assertThat(profile.stacks().lines(profile.stacks().frames(profile.heaps().get(0).stack(0))[0]))
        .extracting(line -> line.function())
        .containsExactly("a");
  }

  @Test
  void aHeaderEndsTheColumnsBeforeIt() throws IOException {
    RecordedProfile profile =
        read(
            CSV
                + "op,address,weight,to_sample,size,stack\nalloc,0x10,,0,100,a\n"
                + CSV.replace("# scheme", "# process=b\n# scheme")
                + "alloc,0x10,7,,100,b\n");
    assertThat(profile.notices()).isEmpty();
    assertThat(profile.heaps())
        .extracting(heap -> heap.sum(View.ALLOC_SPACE))
        .containsExactly(100.0, 7.0);
  }

  @Test
  void carriageReturnsAloneAreTheReasonThatIsGiven() {
    assertThatThrownBy(() -> read(CSV.replace('\n', '\r') + "alloc,0x10,100\r"))
        .hasMessageContaining("lines end with a carriage return alone");
    assertThatThrownBy(() -> read(JSON.replace('\n', '\r') + "{\"free\":1}\r"))
        .hasMessageContaining("end each line with a line feed");
  }

  @Test
  void semicolonsBetweenCellsAreTheReasonThatIsGiven() {
    assertThatThrownBy(
            () ->
                read(CSV.replace("\n", ";;;\n") + "op;address;size;stack\nalloc;0x10;100;a;main\n"))
        .hasMessageContaining("cells are separated by commas, not by semicolons or tabs");
  }

  @Test
  void anAddressThatIsTooLargeForANumberIsBetterAString() {
    assertThatThrownBy(() -> read(JSON + "{\"alloc\":12970367455644880896,\"size\":100}\n"))
        .hasMessageContaining("write it as a hexadecimal string");
    assertThatThrownBy(() -> read(JSON + "{\"alloc\":1,\"size\":12970367455644880896}\n"))
        .hasMessageEndingWith("the value of size is not a whole number below 2^63");
  }

  @ParameterizedTest
  @CsvSource({"12.5", "'\"12\"'", "null", "[1]"})
  void aTimeThatIsNoneLosesItselfOnly(String time) throws IOException {
    RecordedProfile profile =
        read(
            JSON
                + "{\"alloc\":1,\"size\":3,\"time\":"
                + time
                + "}\n{\"alloc\":2,\"size\":4,\"time\":9}\n");
    assertThat(profile.notices())
        .containsExactly(
            Notice.of(
                ErrorId.TIMES_LEFT_OUT,
                1,
                2,
                "the value of time is not a whole number below 2^63"));
    assertThat(profile.heaps().get(0).sum(View.ALLOC_SPACE)).isEqualTo(7);
    assertThat(profile.heaps().get(0).info().dump().durationNanos()).isEqualTo(9);
  }

  @Test
  void objectsOfTotalsMayHaveAFraction() throws IOException {
    String log =
        JSON.replace("exact", "to-sample").replace("}", ",\"interval\":4099}")
            + "{\"total\":1,\"frames\":[\"f\"],\"sampled\":3,\"to_sample\":10000,\"objects\":%s}\n";
    RecordedProfile profile = read(String.format(log, "41.7"));
    assertThat(profile.notices()).isEmpty();
    assertThat(
            HeapConv.unskew(profile, UnskewOptions.DEFAULT)
                .heaps()
                .get(0)
                .column(View.ALLOC_OBJECTS)
                .total())
        .isEqualTo(41.7);
    assertThatThrownBy(() -> read(String.format(log, "-0.5")))
        .hasMessageContaining("the total has a negative number");
  }
}
