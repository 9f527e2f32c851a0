package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Answer.Caller;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.query.Answer.NameColumn.Kind;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Reliability.OfView;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.show.Table;
import dev.heapconv.show.Trust;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The first screen of a page says what the terminal says: each number, and each word. */
final class FirstScreenTest extends ReportInNode {

  /** As many functions as a terminal shows. */
  private static final int FUNCTIONS = 12;

  /** What a page has in place of the characters of a terminal. */
  private static String plain(String text) {
    return text.replace('\u2013', '-')
        .replace('\u2212', '-')
        .replace(" \u00b1?", "")
        .replaceAll("\\s+", " ")
        .strip();
  }

  /** The function that calls another one most, and how many others do. */
  private static String caller(Answer answer, int row) {
    for (NameColumn column : answer.names()) {
      if (column.kind() == Kind.CALLER) {
        Caller caller = (Caller) column.cell(row);
        return TerminalText.printable(caller.name()) + " +" + caller.others();
      }
    }
    throw new AssertionError("no callers");
  }

  private static String caller(JsonNode caller) {
    return caller.isNull()
        ? " +0"
        : caller.get("name").asString() + " +" + caller.get("others").asInt();
  }

  private void check(byte[] recording) throws Exception {
    check(
        HeapConv.unskew(
            Conversions.read(recording, Conversions.dump(DumpSelector.ALL)), UnskewOptions.DEFAULT),
        HeapConv.unskew(
            Conversions.read(recording, Conversions.dump(DumpSelector.LAST)),
            UnskewOptions.DEFAULT));
  }

  /**
   * @param all what a page is given
   * @param last what a terminal shows
   */
  private void check(EstimatedProfile all, EstimatedProfile last) throws Exception {
    String text = new String(Conversions.write(last, Format.TEXT), StandardCharsets.UTF_8);
    Totals question = new Totals(AggregateOptions.DEFAULT, null);
    Asked asked = new Asked(Subject.of(last), question).onPage(FUNCTIONS);
    View view = asked.answer().view();
    JsonNode page = shown(all, Map.of("heap", -1, "view", view.name())).get(0);
    StringBuilder overview = new StringBuilder();
    for (JsonNode line : page.get("overview")) {
      overview.append(line.get(0).asString()).append(' ').append(line.get(1).asString());
      overview.append(' ');
    }
    String header =
        plain(text.substring(0, text.indexOf("\n\n")))
            .replace(last.capture().source(), last.capture().fileNames());
    assertThat(plain(overview.toString())).isEqualTo(header);
    Reliability reliability = Table.of("", asked).trust().reliability();
    for (OfView of : reliability.parts().isEmpty() ? reliability.views() : List.<OfView>of()) {
      JsonNode card = page.get("cards").get(of.view().name());
      JsonNode ends = card.get("interval");
      boolean isPoint = ends.get(0).equals(ends.get(1)) && !ends.get(0).isNull();
      assertThat(card.get("trust").asString())
          .as(of.view().name())
          .startsWith(isPoint ? "as recorded" : Trust.word(of.level()));
    }
    for (View each : asked.answer().views()) {
      JsonNode card = page.get("cards").get(each.name());
      if (View.ALL.contains(each) && !card.isNull()) {
        String number = plain(texts(card).get(0));
        String counted = number.replaceFirst(" |$", " objects$0").strip();
        assertThat(plain(overview.toString())).contains(each.isBytes() ? number : counted);
      }
    }
    Answer answer = asked.answer();
    ShownColumn main = ShownColumn.of("", Form.ESTIMATE, answer.main()).withOwnUnits();
    for (int row : answer.limited(question.shown(answer), FUNCTIONS)) {
      List<JsonNode> named =
          page.get("functions")
              .valueStream()
              .filter(one -> one.get("name").asString().equals(answer.name(row)))
              .filter(one -> one.get("self").get("value").asDouble() != 0)
              .toList();
      if (named.size() == 1) {
        assertThat(plain(texts(named.get(0).get("self")).get(0)))
            .as(answer.name(row))
            .isEqualTo(main.cell(row).toString());
        assertThat(caller(named.get(0).get("caller")))
            .as(answer.name(row))
            .isEqualTo(caller(answer, row));
      }
    }
  }

  static Stream<Path> varied() {
    return Stream.concat(
        TestData.varied().stream().map(TestData::recording),
        Stream.of(
                "perfetto/memscope_two_heaps.pftrace",
                "perfetto/chromium_2024.pftrace",
                "alloc/go/go119_rate32768.heap.pb.gz",
                "alloc/jemalloc/je530_lg12_t4_acc1.heap",
                "alloc/jfr/give_jdk17.jfr")
            .map(TestData::own));
  }

  @ParameterizedTest
  @MethodSource("varied")
  void ofRecordingsOfManyKinds(Path file) throws Exception {
    check(TestData.bytes(file));
  }

  /** It holds nothing any more, though it held most. */
  @Test
  void ofAProcessThatEnded() throws Exception {
    EstimatedProfile ended =
        Conversions.estimated("truth_i4096", DumpSelector.LAST)
            .withInfos(info -> info.withProvenance(info.provenance().withLive(Live.ENDED)));
    EstimatedProfile lives = Conversions.estimated("dumpmax_i1", DumpSelector.LAST);
    EstimatedProfile both = Merging.sideBySide(List.of(ended, lives));
    assertThat(both.latestDumps().get(0).has(true)).isFalse();
    check(both, both);
  }

  /** Containers, addresses, failed unwinding, and recursion. */
  @Test
  void ofCallersThatSayLittle() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f;void std::vector<int>::push_back<int>(int);a;main", 30)
            .stack("f;f;b;main", 50)
            .stack("f;c;main", 10)
            .stack("g;0x1f0;_start", 10)
            .stack("h;ERROR READING MAPS", 20)
            .stack("i;ERROR INVALID MAP;std::sort;main", 5)
            .stack("i;std::sort;z;main", 5)
            .build();
    JsonNode page = shown(profile, Map.of()).get(0);
    Answer answer = Totals.of(profile, AggregateOptions.DEFAULT, null);
    for (int row : answer.order()) {
      assertThat(caller(function(page, answer.name(row)).get("caller")))
          .as(answer.name(row))
          .isEqualTo(caller(answer, row));
    }
    assertThat(caller(function(page, "f").get("caller"))).isEqualTo("b +2");
    assertThat(caller(function(page, "g").get("caller"))).isEqualTo("0x1f0 +0");
    assertThat(caller(function(page, "h").get("caller"))).isEqualTo(" +0");
    assertThat(caller(function(page, "i").get("caller"))).as("of equal ones").isEqualTo("main +1");
  }

  static Stream<Path> all() throws IOException {
    return Files.walk(TestData.own(""))
        .filter(Files::isRegularFile)
        .filter(file -> !file.toString().matches(".*/(golden|fuzz|symbols|ref)/.*"))
        .sorted();
  }

  @Test
  @Tag("slow")
  void ofAllRecordings() throws Exception {
    int checked = 0;
    for (Path file : all().toList()) {
      byte[] bytes = TestData.bytes(file);
      boolean isRecording;
      try {
        isRecording =
            !Conversions.read(bytes, Conversions.dump(DumpSelector.ALL)).heaps().isEmpty();
      } catch (HeapConvException e) {
        isRecording = false;
      }
      if (isRecording) {
        try {
          check(bytes);
        } catch (IOException e) {
          throw new UncheckedIOException(file.toString(), e);
        } catch (AssertionError e) {
          throw new AssertionError(file + ": " + e.getMessage(), e);
        }
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(80);
  }
}
