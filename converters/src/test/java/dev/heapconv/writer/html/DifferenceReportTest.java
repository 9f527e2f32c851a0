package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.Comparison;
import dev.heapconv.browser.Browser;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.Table;
import dev.heapconv.text.TerminalText;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class DifferenceReportTest {

  private static EstimatedProfile profile(double grown, double shrunk) {
    return ProfileBuilder.oneHeap()
        .stack("malloc;grow;main", grown)
        .stack("malloc;shrink;main", shrunk)
        .stack("malloc;same;main", 1e6)
        .build();
  }

  private static String page(EstimatedProfile base, EstimatedProfile changed) throws IOException {
    WriteOptions options = new WriteOptions("heapconv 1.0", null);
    Table table = HeapConv.difference(base, changed, AggregateOptions.DEFAULT, options);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DifferenceReport.write(table, Comparison.of(base, changed, GroupBy.STACK), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String data(String page) {
    String before = "id=\"data\">";
    int begin = page.indexOf(before) + before.length();
    return page.substring(begin, page.indexOf("</script>", begin));
  }

  @Test
  void hasBothSidesOfEveryStackWithoutTheAllocator() throws IOException {
    JsonNode data = JsonMapper.shared().readTree(data(page(profile(2e6, 8e6), profile(6e6, 3e6))));
    assertThat(data.get("strings").valueStream().map(JsonNode::asString))
        .containsExactly("all", "main", "grow", "shrink", "same");
    JsonNode space = data.get("heaps").get(0).get("views").get(data.get("view").asInt());
    assertThat(space.get("base").valueStream().map(JsonNode::asInt))
        .containsExactly(2_000_000, 8_000_000, 1_000_000);
    assertThat(space.get("new").valueStream().map(JsonNode::asInt))
        .containsExactly(6_000_000, 3_000_000, 1_000_000);
    assertThat(data.get("rows").get(0).get("name").asString()).isEqualTo("shrink");
  }

  @Test
  void namesCannotEndTheElementTheyStandIn() throws IOException {
    EstimatedProfile hostile = Profiles.varied();
    String data = data(page(hostile, hostile));
    assertThat(data).doesNotContainPattern("[<>&\u2028\u2029]");
    JsonNode strings = JsonMapper.shared().readTree(data).get("strings");
    assertThat(strings.valueStream().map(JsonNode::asString))
        .contains(TerminalText.printable(Profiles.HOSTILE.get(0)));
  }

  @Test
  void isRedWhereItGrewAndBlueWhereItShrank(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("difference.html");
    Files.writeString(file, page(profile(2e6, 8e6), profile(6e6, 3e6)));
    try (Browser browser = Browser.startOrSkip(folder.resolve("user"))) {
      browser.driver().get(file.toUri().toString());
      assertThat(colour(browser, "grow")).startsWith("rgba(255, ");
      assertThat(colour(browser, "shrink")).endsWith(", 255, 1)");
      assertThat(colour(browser, "same")).isEqualTo("rgba(220, 218, 213, 1)");
      assertThat(browser.driver().findElement(By.id("rows")).getText())
          .contains("shrink", "+3.81 MiB")
          .doesNotContain("same");
    }
  }

  @Test
  void namesAreWholeOnAPhone(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("difference.html");
    Files.writeString(file, page(profile(2e6, 8e6), profile(6e6, 3e6)));
    try (Browser browser = Browser.startOrSkip(folder.resolve("user"))) {
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", 390, "height", 900, "deviceScaleFactor", 1, "mobile", false));
      browser.driver().get(file.toUri().toString());
      assertThat(
              browser.run(
                  "const page = document.documentElement;"
                      + " return page.scrollWidth - page.clientWidth;"))
          .isEqualTo(0L);
      for (WebElement name : browser.driver().findElements(By.cssSelector("#rows .name"))) {
        assertThat(name.getRect().getX()).isPositive();
        assertThat(name.getRect().getX() + name.getRect().getWidth()).isLessThanOrEqualTo(390);
      }
      assertThat(browser.driver().findElement(By.cssSelector("#rows tr")).getText())
          .contains("shrink");
      assertThat(
              browser.run(
                  "return getComputedStyle(document.querySelector('#rows td'),"
                      + " '::before').content"))
          .isEqualTo("\"base \"");
    }
  }

  private static String colour(Browser browser, String function) {
    return browser
        .driver()
        .findElement(By.xpath("//div[@id='flame']/button[text()='" + function + "']"))
        .getCssValue("background-color");
  }
}
