package dev.heapconv.writer.folded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class FoldedWriterTest {

  /**
   * How flamegraph.pl takes a line apart: the stack, and one number. A second one would be a
   * difference.
   */
  private static final Pattern LINE = Pattern.compile("(.*)\\s+?(\\d+(?:\\.\\d*)?)");

  @Test
  void writesTheDefaultViewOuterFrameFirst() throws IOException {
    assertThat(lines(Profiles.varied(), (View) null))
        .contains(
            "/bin/server (17);[heap libc.malloc];[dump 2];main;work 3000",
            "/bin/server (17);[heap libc.malloc];[dump 2];main;outer;inner 6000",
            "/bin/server (17);[heap libc.malloc];[dump 2];main;libapp.so+0x1f0 9000",
            "/bin/server (17);[heap libc.malloc];[dump 2];0xdead 12000");
  }

  @Test
  void writesTheWantedView() throws IOException {
    assertThat(lines(Profiles.varied(), View.ALLOC_OBJECTS))
        .contains("/bin/server (17);[heap custom];[dump 1];main;work 100");
  }

  @Test
  void heapsWithoutTheViewAreNamed() throws IOException {
    Path art = TestData.shared("device/android13-art-heap.pftrace");
    EstimatedProfile both =
        Merging.sideBySide(
            List.of(
                Conversions.estimated("truth_i4096", DumpSelector.LAST),
                HeapConv.unskew(
                    Conversions.read(art, ReadOptions.DEFAULT), UnskewOptions.DEFAULT)));
    FoldedWriter writer = new FoldedWriter();
    assertThat(writer.leftOut(both, new WriteOptions("test", null)))
        .startsWith("com.android.art of ")
        .endsWith(", which has no space");
    assertThat(writer.leftOut(both, new WriteOptions("test", View.ALLOC_SPACE))).isEmpty();
  }

  @Test
  void namesCannotSplitStacksOrLines() throws IOException {
    List<String> lines = lines(Profiles.varied(), View.ALLOC_SPACE);
    assertThat(lines)
        .contains(
            "/bin/server (17);[heap libc.malloc];[dump 1];main;semi:colon new line tab bell 10000");
    assertThat(lines)
        .contains("/bin/server (17);[heap libc.malloc];[dump 1];main;ends in_12 12000");
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      assertThat(LINE.matcher(matcher.group(1)).matches())
          .as("a second number in " + line)
          .isFalse();
    }
  }

  @Test
  void onlyHeapOfAProcessHangsFromTheProcess() throws IOException {
    EstimatedProfile profile = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    long total = 0;
    for (String line : lines(profile, (View) null)) {
      assertThat(line).doesNotContain("[heap ").doesNotContain("[dump ");
      total += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
    double expected = profile.heaps().get(0).column(View.SPACE).total();
    assertThat((double) total).isEqualTo(expected);
  }

  @Test
  void leavesOutTheAllocatorAndKeepsTheTotal() throws IOException {
    EstimatedProfile profile = Conversions.estimated("python_i4096", DumpSelector.LAST);
    List<String> shown = lines(profile, (View) null);
    assertThat(shown.toString()).doesNotContain(";malloc ");
    assertThat((double) sum(shown)).isEqualTo(profile.heaps().get(0).column(View.SPACE).total());
  }

  private static long sum(List<String> lines) {
    return lines.stream()
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static List<String> lines(EstimatedProfile profile, View view) throws IOException {
    return lines(profile, new WriteOptions("heapconv 1.0", view));
  }

  private static List<String> lines(EstimatedProfile profile, WriteOptions options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FoldedWriter().write(profile, options, out);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
