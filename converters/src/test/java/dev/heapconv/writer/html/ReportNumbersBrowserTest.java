package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Totals;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the report says of its numbers, in Chromium. */
@Tag("slow")
final class ReportNumbersBrowserTest extends ReportInBrowser {

  /** One heap of several, which a page opens with together. */
  private void openCustom() throws IOException {
    open(Profiles.varied());
    assertThat(text("heap")).contains("2 heaps together");
    choose("heap", 1);
  }

  @Test
  void showsTheNumbersOfTheProfile() throws IOException {
    openCustom();
    // The custom heap: 600 objects of 1000 bytes, 300 of them live.
    assertThat(card("alloc_objects")).contains("600", "(390–0.94k)");
    assertThat(card("space")).contains("293 KiB", "(170–500)");
    assertThat(selectedView()).isEqualTo("space");
    // Allocator frames are hidden: work stands for the malloc that it called.
    assertThat(row("work"))
        .containsExactly(
            "work",
            "\u224898 KiB (48–200)",
            "33.3 %",
            "\u2248100 (50–200)",
            "\u224898 KiB (48–200)",
            "1",
            "main",
            "libapp.so");
    assertThat(row("main")).contains("0", "0.0 %", "\u2248293 KiB (170–500)", "3");
    assertThat(boxes()).containsExactly("server (17)", "main", "outer \u203a inner", "work");
    assertThat(text("process")).isEqualTo("server (17)");
    assertThat(browser.driver().getTitle()).contains("trace.pftrace");
  }

  @Test
  void theSwitchesChangeWhatIsShown() throws IOException {
    openCustom();
    click("input[value=alloc_objects]");
    assertThat(text("table-title")).isEqualTo("Top sites by allocated objects");
    assertThat(row("work").get(1)).startsWith("\u2248100 ");
    assertThat(row("libapp.so+0x1f0")).contains("50.0 %");
    click("#hide-allocator");
    assertThat(row("malloc").get(1)).startsWith("\u2248100 ");
    assertThat(boxes()).contains("work \u203a malloc");
    // The dump at the same time.
    choose("heap", 0);
    assertThat(card("alloc_objects")).contains("78");
    // Row i of dump 2 holds 3 (i + 1) objects; there are twelve.
    choose("dump", 1);
    assertThat(card("alloc_objects")).contains("230");
    choose("base", 1);
    assertThat(card("alloc_objects")).contains("+160 [+100, +230]");
    assertThat(row("malloc")).contains("+2 [0, +6]");
  }

  /** Many have equal numbers. */
  @ParameterizedTest
  @CsvSource({"Self,self", "Total,cum", "Samples,samples"})
  void rowsAreInTheOrderOfATerminal(String heading, String sort) throws Exception {
    for (String recording : List.of("cc1plus_i512", "java_i4096")) {
      EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
      open(profile);
      if (!sort.equals("self")) {
        press("#functions th:nth-child(%d) button".formatted(1 + headings().indexOf(heading)));
      }
      List<String> names =
          texts(
              "return [...document.querySelectorAll('#functions tbody .name')]"
                  + ".map(cell => cell.textContent)");
      AggregateOptions options =
          AggregateOptions.DEFAULT.withSort(sort).withCumulative(sort.equals("samples"));
      Answer answer = Totals.of(profile, options, View.SPACE);
      List<String> ofTerminal =
          Arrays.stream(answer.order()).mapToObj(answer::name).filter(names::contains).toList();
      assertThat(names.stream().distinct().toList()).isEqualTo(ofTerminal).hasSizeGreaterThan(90);
    }
  }

  private List<String> headings() {
    return texts(
        "return [...document.querySelectorAll('#functions th')].map(cell => cell.textContent)");
  }

  /** What ART samples has no live numbers: allocated bytes stand for live ones, not objects. */
  @Test
  void aHeapWithoutTheViewShowsTheNextOfItsUnit() throws IOException {
    byte[] trace = Files.readAllBytes(TestData.own("perfetto/memscope_two_heaps.pftrace"));
    open(
        HeapConv.unskew(
            Conversions.read(trace, Conversions.dump(DumpSelector.LAST)), UnskewOptions.DEFAULT));
    assertThat(selectedView()).isEqualTo("space");
    choose("heap", 1);
    assertThat(text("table-title")).isEqualTo("Top sites by allocated bytes");
  }

  @Test
  void everyCardHasItsVerdictInItsColour() throws IOException {
    EstimatedProfile profile = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    open(profile);
    assertThat(text("overview"))
        .endsWith(
            "Better: record every 509 bytes, or sizes from the code of truth (77 % of the bytes),"
                + " or sizes from a reference recording.");
    assertThat(badges("space")).containsExactly("badge reliable: reliable");
    assertThat(badges("alloc_objects")).containsExactly("badge rough: rough");
    assertThat(cardText("alloc_objects", "card-trust"))
        .matches("roughwithin 2x for \u2248\\d+ % of bytes");
    assertThat(cardText("alloc_objects", "card-value")).matches("\u2248\\d{3},\\d{3} \\(.*\\)");
    assertThat(cardText("space", "card-value")).matches("[\\d.]+ MiB ±1 %");
    open(Conversions.estimated("truth_i1", DumpSelector.LAST));
    assertThat(badges("objects")).containsExactly("badge reliable: exact");
  }

  @Test
  void incompleteLeads() throws IOException {
    open(Conversions.estimated("overrun", DumpSelector.LAST));
    for (String view : List.of("space", "objects", "alloc_space", "alloc_objects")) {
      assertThat(badges(view).get(0)).isEqualTo("badge incomplete: INCOMPLETE: without its end");
    }
  }

  private List<String> badges(String view) {
    return texts(
        "return [...document.querySelectorAll(`.card:has([value=${arguments[0]}]) .badge`)]"
            + ".map(badge => `${badge.className}: ${badge.textContent}`)",
        view);
  }

  @Test
  void aRowOfTheTableShowsTheSumsOfItsFunction() throws IOException {
    open(Conversions.estimated("cc1plus_i512", DumpSelector.LAST));
    String name =
        "ggc_internal_alloc(unsigned long, void (*)(void*), unsigned long, unsigned long)";
    List<String> cells = row(name);
    type("search", "^ggc_internal_alloc");
    press("#functions tbody button");
    assertThat(text("selected-name")).isEqualTo(name);
    assertThat(text("selected-numbers"))
        .startsWith("Total " + cells.get(4))
        .contains("Self " + cells.get(1) + ", " + cells.get(2), "Samples " + cells.get(5));
  }

  @Test
  void aFunctionStandsBetweenItsCallersAndCallees() throws IOException {
    openCustom();
    press("#functions tbody tr:nth-child(1) button");
    assertThat(text("selected-name")).isEqualTo("inner");
    assertThat(peek())
        .containsExactly("outer: \u2248195 KiB, 66.7 %", "none", "3: \u2248195 KiB, 66.7 %");
    press("#peek button");
    assertThat(text("selected-name")).isEqualTo("outer");
    assertThat(peek())
        .containsExactly(
            "main: \u2248195 KiB, 66.7 %",
            "inner: \u2248195 KiB, 66.7 %", "30: \u2248195 KiB, 66.7 %");
    press("#show-callees");
    press("#peek button");
    assertThat(text("selected-name")).as("a function that is not below outer").isEqualTo("main");
    assertThat(text("selected-numbers")).contains("293 KiB");
  }

  @Test
  void barsShowTheSizesOfAllocations() throws IOException {
    open(ProfileBuilder.sized());
    assertThat(row("one").get(6)).isEqualTo("48 B");
    assertThat(row("several").get(6)).isEmpty();
    press("#functions tbody tr:nth-child(1) button");
    assertThat(text("selected-name")).isEqualTo("work");
    assertThat(texts("return [...document.querySelectorAll('#peek .sizes')].map(x => x.ariaLabel)"))
        .containsExactly("Sizes of allocations");
    assertThat(
            texts(
                "return [...document.querySelectorAll('#peek .sizes li')].map(row =>"
                    + " [...row.querySelectorAll('.number')].map(one => one.textContent).join(': ')"
                    + " + ` (${(+row.querySelector('.bar').style.getPropertyValue('--share')).toFixed(3)})`)"))
        .containsExactly(
            "48 B: ~290 KiB, 27.3 % (0.273)",
            "4.66 GiB: ~290 KiB, 27.3 % (0.273)",
            "recorded: 48.8 KiB, 4.5 % (0.045)",
            "inferred: ~440 KiB, 40.9 % (0.409)");
    open(Profiles.varied());
    press("#functions tbody tr:nth-child(1) button");
    assertThat(count("#peek .sizes")).isZero();
  }

  private List<String> peek() {
    return texts(
        "return [...document.querySelectorAll('#peek li')].map(row => [...row.children].map(child"
            + " => child.textContent).join(': ') || row.textContent)");
  }
}
