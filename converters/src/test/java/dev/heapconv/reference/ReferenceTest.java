package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our recorded numbers against those that the reference converter printed for the same recordings,
 * stack by stack, dump by dump, heap by heap. Where the reference is known to be wrong, {@link
 * TruthTest} has the right numbers.
 */
class ReferenceTest {

  private static final Pattern NAME =
      Pattern.compile("heap_dump\\.(\\d+)\\.(\\d+)\\.(.+)\\.pb\\.gz");

  private static final Pattern PROFILER =
      Pattern.compile("(8perfetto9profiling\\w*|AHeapProfile_\\w+)\n@.*\n");

  /** Recordings of which the reference is wrong, and why; each has its own test. */
  private static final List<String> REFERENCE_IS_WRONG =
      List.of(
          // The reference finds no stacks for heaps that share callstacks: one heap of the second
          // dump vanishes.
          "customheap_all",
          // It adds the peaks of successive dumps up.
          "dumpmax_cont_i1");

  private static final List<String> SYNTHETIC_REFERENCE_IS_WRONG =
      List.of(
          // It keys rows by callstack alone, so that one process takes the other's.
          "two_procs_new_iid");

  /** Which of our dumps the reference has a file for, where it lacks some. */
  private static final Map<String, List<Integer>> DUMPS_OF_REFERENCE =
      Map.of(
          // It writes nothing for a dump without samples.
          "empty_dump_then_data", List.of(2),
          // It writes nothing for a dump in which counters began anew under the same id, either.
          "reset_same_iid", List.of(1, 2));

  static Stream<String> ownRecordings() {
    return TestData.list(TestData.own("heapprofd/ref"), "").stream()
        .map(folder -> folder.getFileName().toString())
        .filter(name -> !REFERENCE_IS_WRONG.contains(name));
  }

  @ParameterizedTest
  @MethodSource("ownRecordings")
  void numbersEqualTheReference(String name) throws IOException {
    compare(TestData.recording(name), TestData.own("heapprofd/ref").resolve(name));
  }

  static Stream<String> syntheticTraces() {
    return TestData.list(TestData.own("heapprofd/synthetic"), ".pftrace").stream()
        .map(file -> file.getFileName().toString().replace(".pftrace", ""))
        .filter(name -> !SYNTHETIC_REFERENCE_IS_WRONG.contains(name));
  }

  @ParameterizedTest
  @MethodSource("syntheticTraces")
  void numbersOfHandWrittenTracesEqualTheReference(String name) throws IOException {
    Path folder = TestData.own("heapprofd/synthetic");
    compare(folder.resolve(name + ".pftrace"), folder.resolve(name + ".ref"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"android10-unity.heapprofd", "android13-art-heap.pftrace"})
  void numbersOfDeviceRecordingsEqualTheReference(String file) throws IOException {
    Path recording = TestData.shared("device/" + file);
    compare(recording, TestData.shared("device/ref/" + file.substring(0, file.indexOf('.'))));
  }

  @Test
  @Tag("nightly")
  void numbersOfALargeRecordingEqualTheReference() throws IOException {
    Path recording = TestData.shared("heapprofd/large/clang_i8192.pftrace.zst");
    compare(recording, TestData.shared("heapprofd/ref/clang_i8192"));
  }

  @ParameterizedTest
  @Tag("nightly")
  @ValueSource(ints = {1, 22, 44})
  void numbersOfALongContinuousRecordingEqualTheReference(int dump) throws IOException {
    Path recording = TestData.shared("heapprofd/large/clang_cont_i512.pftrace.zst");
    Path reference =
        TestData.shared(
            "heapprofd/ref/clang_cont_i512/heap_dump." + dump + ".18056.libc.malloc.pb.gz");
    EstimatedProfile profile =
        Conversions.asRecorded(
            Conversions.read(recording, Conversions.dump(new DumpSelector.Number(dump))));
    compare(profile, profile.heaps().get(0), reference);
  }

  private static void compare(Path recording, Path references) throws IOException {
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(recording, Conversions.dump(DumpSelector.ALL)));
    Map<HeapId, List<EstimatedHeap>> ours = new HashMap<>();
    List<Integer> printed =
        DUMPS_OF_REFERENCE.get(references.getFileName().toString().replace(".ref", ""));
    for (EstimatedHeap heap : profile.heaps()) {
      if (printed != null && !printed.contains(heap.info().dump().number())) {
        continue;
      }
      HeapId key = HeapId.of(heap.info().pid(), heap.info().heap());
      ours.computeIfAbsent(key, unused -> new ArrayList<>()).add(heap);
    }
    Map<HeapId, List<Path>> theirs = referencesByHeap(references);
    assertThat(ours.keySet()).as("heaps").isEqualTo(theirs.keySet());
    for (HeapId key : theirs.keySet()) {
      assertThat(ours.get(key)).as("dumps of " + key).hasSameSizeAs(theirs.get(key));
      for (int dump = 0; dump < theirs.get(key).size(); dump++) {
        compare(profile, ours.get(key).get(dump), theirs.get(key).get(dump));
      }
    }
  }

  /** The reference's files of each heap in the order of its dumps. */
  private static Map<HeapId, List<Path>> referencesByHeap(Path folder) {
    Map<HeapId, Map<Integer, Path>> sorted = new HashMap<>();
    for (Path file : TestData.list(folder, ".pb.gz")) {
      Matcher name = NAME.matcher(file.getFileName().toString());
      assertThat(name.matches()).isTrue();
      // The reference's word for a heap that the recording does not name.
      String heap = name.group(3).equals("unknown") ? "libc.malloc" : name.group(3);
      sorted
          .computeIfAbsent(
              HeapId.of(Long.parseLong(name.group(2)), heap), unused -> new TreeMap<>())
          .put(Integer.parseInt(name.group(1)), file);
    }
    Map<HeapId, List<Path>> files = new HashMap<>();
    sorted.forEach((key, byNumber) -> files.put(key, List.copyOf(byNumber.values())));
    return files;
  }

  private static void compare(EstimatedProfile profile, EstimatedHeap heap, Path reference)
      throws IOException {
    byte[] written = Conversions.write(Conversions.only(profile, heap), Format.PPROF_PLAIN);
    Pprof ours = CheckValid.of(written);
    Pprof theirs = Pprof.decode(Files.readAllBytes(reference));
    List<String> theirViews = theirs.sampleTypes().stream().map(ReferenceTest::view).toList();
    // Of a peak the reference prints the live numbers twice; we leave out the views that do not
    // exist.
    List<String> ourViews = new ArrayList<>(ours.sampleTypes());
    // The reference does not count its samples beside the estimates.
    ourViews.removeAll(List.of("alloc_samples", "samples"));
    List<String> views =
        ourViews.equals(List.of("objects", "space")) ? List.of("objects", "space") : theirViews;
    assertThat(ourViews).as("views of " + reference).containsExactlyInAnyOrderElementsOf(views);
    assertThat(inOrder(ours, ours.sampleTypes(), views))
        .as("rows of " + reference)
        .isEqualTo(inOrder(theirs, theirViews, views));
  }

  /** The rows of a profile that are not all zeros, with the values in the order of {@code to}. */
  private static Map<String, List<Long>> inOrder(Pprof pprof, List<String> from, List<String> to) {
    Map<String, List<Long>> rows = new HashMap<>();
    pprof
        .rowsBySystemName()
        .forEach(
            (stack, values) -> {
              List<Long> ordered = new ArrayList<>();
              to.forEach(view -> ordered.add(values.get(from.indexOf(view))));
              if (ordered.stream().anyMatch(value -> value != 0)) {
                rows.merge(withoutProfiler(stack), ordered, Pprof::sum);
              }
            });
    return rows;
  }

  /**
   * A stack, leaf first, without the profiler's frames, which the reference keeps. A frame is the
   * names of its functions, and its file after an at sign.
   */
  private static String withoutProfiler(String stack) {
    // Stacks are long: the expression looks at no more of them than it has to.
    int last =
        Math.max(stack.lastIndexOf("8perfetto9profiling"), stack.lastIndexOf("AHeapProfile_"));
    if (last < 0) {
      return stack;
    }
    int file = stack.indexOf("\n@", last) + 1;
    Matcher profiler = PROFILER.matcher(stack).region(0, stack.indexOf('\n', file) + 1);
    int end = 0;
    while (profiler.find()) {
      end = profiler.end();
    }
    return stack.substring(end);
  }

  /** Our name of the reference's sample type. */
  private static String view(String type) {
    String[] words = type.split(" ");
    boolean live = words[0].equals("Unreleased");
    boolean count = words[words.length - 1].equals("count");
    return (live ? "" : "alloc_") + (count ? "objects" : "space");
  }
}
