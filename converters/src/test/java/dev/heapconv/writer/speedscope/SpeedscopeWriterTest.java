package dev.heapconv.writer.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SpeedscopeWriterTest {

  private static final WriteOptions OPTIONS = new WriteOptions("heapconv 1.2.3", null);

  @Test
  void namesTheExporterAndTheSchema() throws IOException {
    JsonNode file = written(OPTIONS);
    assertThat(file.get("exporter").asString()).isEqualTo("heapconv@1.2.3");
    assertThat(file.get("$schema").asString()).isEqualTo(SpeedscopeWriter.SCHEMA);
    assertThat(file.get("name").asString()).isEqualTo("trace.pftrace");
  }

  @Test
  void holdsEveryViewOfEveryHeapAndDump() throws IOException {
    JsonNode profiles = written(OPTIONS).get("profiles");
    assertThat(profiles).hasSize(3 * 4);
    assertThat(profiles.get(3).get("name").asString())
        .isEqualTo("space \u2013 server (17), libc.malloc, dump 1");
    assertThat(profiles.get(3).get("unit").asString()).isEqualTo("bytes");
    assertThat(profiles.get(2).get("unit").asString()).isEqualTo("none");
  }

  @Test
  void showsTheLargestSpaceFirstOrTheWantedView() throws IOException {
    // The custom heap holds the most: (1 + 2) * 100 live objects of 1000 bytes.
    assertThat(activeName(OPTIONS)).startsWith("space ").contains(", custom");
    assertThat(activeName(new WriteOptions("t", View.ALLOC_OBJECTS))).startsWith("alloc_objects ");
  }

  @Test
  void leavesOutWhatWeighsNothing() throws IOException {
    JsonNode space = written(OPTIONS).get("profiles").get(3);
    int rows = 6 + Profiles.HOSTILE.size();
    assertThat(space.get("samples")).hasSize(rows - 1);
    assertThat(space.get("weights")).hasSize(rows - 1);
    assertThat(space.get("endValue").asLong()).isEqualTo((rows - 1) * rows / 2 * 1000L);
  }

  @Test
  void writesStacksRootFirstWithInlinedFramesAndNamesForUnnamedOnes() throws IOException {
    JsonNode file = written(OPTIONS);
    List<String> stacks = stacks(file, 1);
    assertThat(stacks)
        .contains(
            "main@main.cc:10 work@work.cc:20",
            "main@main.cc:10 outer@outer.cc:30 inner@inline.h:3",
            "main@main.cc:10 libapp.so+0x1f0@/system/lib64/libapp.so",
            "0xdead");
  }

  @Test
  void leavesOutTheAllocatorsFunctions() throws IOException {
    assertThat(stacks(written(OPTIONS), 1))
        .contains("main@main.cc:10 work@work.cc:20")
        .noneMatch(stack -> stack.contains("malloc@"));
  }

  @Test
  void putsStacksWithTheSameCallersSideBySide() throws IOException {
    List<String> stacks = stacks(written(OPTIONS), 1);
    List<String> roots = stacks.stream().map(stack -> stack.split(" ")[0]).distinct().toList();
    List<String> changes = new ArrayList<>();
    for (String stack : stacks) {
      String root = stack.split(" ")[0];
      if (changes.isEmpty() || !changes.get(changes.size() - 1).equals(root)) {
        changes.add(root);
      }
    }
    assertThat(changes).isEqualTo(roots);
  }

  @Test
  @Tag("slow")
  void sumsUpTheLightestCallPathsOfAProfileThatWouldBeTooLarge() throws IOException {
    EstimatedProfile profile = Profiles.large(60_000);
    JsonNode file = written(profile, OPTIONS);
    JsonNode space = file.get("profiles").get(3);
    long frames = 0;
    for (JsonNode sample : space.get("samples")) {
      frames += sample.size();
    }
    assertThat(frames).isBetween(StackWeights.MAX_FRAMES / 4, StackWeights.MAX_FRAMES);
    assertThat(String.join("\n", stacks(file, 3)))
        .contains(" [call paths too small to show]\n")
        .doesNotContain("[call paths too small to show] ");
    long weights = 0;
    for (JsonNode weight : space.get("weights")) {
      weights += weight.asLong();
    }
    EstimatedHeap heap = profile.heaps().get(0);
    long expected = 0;
    for (int row = 0; row < heap.rows(); row++) {
      expected += Math.round(heap.column(View.SPACE).value(row));
    }
    assertThat(weights).isEqualTo(expected).isEqualTo(space.get("endValue").asLong());
  }

  @Test
  void writesTheSameBytesAgainAndLeavesTheStreamOpen() throws IOException {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    ByteArrayOutputStream second =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            Assertions.fail("closed");
          }
        };
    new SpeedscopeWriter().write(Profiles.varied(), OPTIONS, first);
    new SpeedscopeWriter().write(Profiles.varied(), OPTIONS, second);
    assertThat(second.toByteArray()).isEqualTo(first.toByteArray());
  }

  @Test
  void failuresOfTheStreamComeOutAsTheyAre() {
    IOException full = new IOException("disk full");
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw full;
          }
        };
    Assertions.assertThatThrownBy(
            () -> new SpeedscopeWriter().write(Profiles.varied(), OPTIONS, out))
        .isSameAs(full);
  }

  @Test
  @Tag("slow")
  void aLargeProfileIsStreamed() throws IOException {
    int heaps = 20;
    EstimatedProfile one = Profiles.large(20_000);
    EstimatedProfile many =
        new EstimatedProfile(
            one.capture(),
            one.stacks(),
            Collections.nCopies(heaps, one.heaps().get(0)),
            one.remarks(),
            one.confidence(),
            one.notices());
    long[] written = new long[1];
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            written[0]++;
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            written[0] += length;
          }
        };
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    new SpeedscopeWriter().write(many, OPTIONS, out);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(written[0]).isGreaterThan(heaps * 9_500_000L);
    // All of it, garbage included.
    assertThat(allocated).isLessThan(100_000_000);
  }

  private static String activeName(WriteOptions options) throws IOException {
    JsonNode file = written(options);
    return file.get("profiles").get(file.get("activeProfileIndex").asInt()).get("name").asString();
  }

  private static List<String> stacks(JsonNode file, int profile) {
    JsonNode frames = file.get("shared").get("frames");
    List<String> stacks = new ArrayList<>();
    for (JsonNode sample : file.get("profiles").get(profile).get("samples")) {
      List<String> names = new ArrayList<>();
      for (JsonNode id : sample) {
        JsonNode frame = frames.get(id.asInt());
        String place = frame.has("file") ? "@" + frame.get("file").asString() : "";
        names.add(
            frame.get("name").asString()
                + place
                + (frame.has("line") ? ":" + frame.get("line").asInt() : ""));
      }
      stacks.add(String.join(" ", names));
    }
    return stacks;
  }

  private static JsonNode written(WriteOptions options) throws IOException {
    return written(Profiles.varied(), options);
  }

  private static JsonNode written(EstimatedProfile profile, WriteOptions options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SpeedscopeWriter().write(profile, options, out);
    return JsonMapper.shared().readTree(out.toByteArray());
  }
}
