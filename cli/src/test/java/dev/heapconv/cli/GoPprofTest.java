package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our files in the tool they are made for; skipped where there is no {@code go tool pprof}. */
class GoPprofTest extends CommandLineFixture {

  private String pprof(String file, String... options) throws Exception {
    return GoPprof.run(folder, file, options);
  }

  private String converted(String name, String... options) {
    List<String> args = new ArrayList<>(List.of(recording(name), "-o", inFolder("out.pb.gz")));
    args.addAll(List.of(options));
    run(args.toArray(new String[0])).isOk();
    return inFolder("out.pb.gz");
  }

  /** Reading includes pprof's own check of validity. */
  @ParameterizedTest
  @MethodSource("dev.heapconv.testing.TestData#varied")
  void pprofAcceptsWhatWeWrite(String name) throws Exception {
    String raw = pprof(converted(name, "--dump", "all"), "-raw");
    assertThat(raw).contains("Samples:", "Locations", "Mappings", "space/bytes").contains("[dflt]");
  }

  @Test
  void theTopOfAHeapIsTheProgramAndNotItsAllocator() throws Exception {
    String top = pprof(converted("truth_i1"), "-top", "-sample_index=alloc_space", "-unit=bytes");
    assertThat(top).containsPattern("39806264B .* site_mixed_wide\\(unsigned int\\)\n");
    assertThat(top.substring(top.indexOf("flat%"))).doesNotContain("malloc", "operator new");
  }

  @Test
  void theAllocatorIsInTheFileAndTheProfilerIsNot() throws Exception {
    assertThat(pprof(converted("truth_i1"), "-raw"))
        .contains(" malloc ", " operator new(unsigned long) ")
        .doesNotContain("perfetto::profiling", "AHeapProfile");
  }

  @Test
  void allViewsAreThereUnderTheirNames() throws Exception {
    String file = converted("truth_i1");
    assertThat(pprof(file, "-top")).contains("Type: space");
    for (String view : List.of("alloc_objects", "alloc_space", "objects", "space")) {
      assertThat(pprof(file, "-top", "-sample_index=" + view)).contains("Type: " + view + "\n");
    }
    assertThat(pprof(file, "-top", "-sample_index=objects"))
        .containsPattern("60000 .* site_16_kept\\(\\)\n");
  }

  @Test
  void labelsSelectHeaps() throws Exception {
    String file = converted("customheap_all");
    assertThat(pprof(file, "-tags")).contains("heap:", "dev.heapconv.gpu", "libc.malloc", "pid:");
    String gpu = pprof(file, "-top", "-tagfocus=heap=dev.heapconv.gpu");
    assertThat(gpu).contains("gpu_texture").doesNotContain("malloc_site");
  }

  @Test
  void theCommentAboutSeveralDumpsSaysHowToShowOne() throws Exception {
    String all = converted("dumpmax_cont_i1", "--dump", "all");
    String comments = pprof(all, "-comments");
    assertThat(comments).contains("pprof adds up the dumps");
    String focus =
        comments
            .substring(comments.indexOf("such as -tagfocus") + 8)
            .lines()
            .findFirst()
            .orElseThrow();
    List<String> focused = rows(pprof(all, "-top", focus));
    List<String> everything = rows(pprof(all, "-top"));
    assertThat(focused).isNotEqualTo(everything);
    String last = converted("dumpmax_cont_i1");
    assertThat(pprof(last, "-comments")).doesNotContain("adds up");
    assertThat(withoutShares(focused)).isEqualTo(withoutShares(rows(pprof(last, "-top"))));
  }

  private static List<String> withoutShares(List<String> rows) {
    return rows.stream().map(row -> row.replaceAll(" +[0-9.]+%", "")).toList();
  }

  @Test
  void commentsSayHowTheNumbersWereMade() throws Exception {
    assertThat(pprof(converted("truth_i4096"), "-comments"))
        .contains("heapconv ", "sampling interval 4096 bytes");
  }

  @Test
  void whatItSavesAgainHasTheSameNumbersAndIntervals() throws Exception {
    String saved = inFolder("saved.pb.gz");
    String file = converted("truth_i4096");
    pprof(file, "-proto", "-output=" + saved);
    String[] top = {"-top", "-sample_index=objects", "-nodecount=1000"};
    assertThat(rows(pprof(saved, top))).isNotEmpty().isEqualTo(rows(pprof(file, top)));
    assertThat(sites(saved)).hasSizeGreaterThan(10).isEqualTo(sites(file));
    assertThat(run(saved).isOk().out())
        .contains("sampled every 4 KiB", "Bytes: reliable. Object counts: rough");
  }

  /** The functions with their numbers and intervals. */
  private List<String> sites(String file) {
    return run(file, "--limit", "0", "-f", "csv").isOk().out().lines().sorted().toList();
  }

  private static List<String> rows(String top) {
    return top.substring(top.indexOf("flat%")).lines().toList();
  }
}
