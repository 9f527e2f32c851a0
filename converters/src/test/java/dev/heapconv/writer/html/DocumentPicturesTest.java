package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.browser.Browser;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Question;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.speedscope.SpeedscopePackage;
import dev.heapconv.writer.speedscope.SpeedscopeWriter;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the documents, as Chromium shows the outputs. {@code
 * -Dheapconv.updateGoldens=true} takes them anew.
 */
@Tag("slow")
final class DocumentPicturesTest {

  private static final WriteOptions OPTIONS = new WriteOptions("heapconv", null);

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.startOrSkip(folder.resolve("browser"));
    browser.driver().executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void open(EstimatedProfile profile) throws IOException {
    open(profile, new Totals(AggregateOptions.DEFAULT, null));
  }

  private static void open(EstimatedProfile profile, Question question) throws IOException {
    Path file = folder.resolve("report.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      new HtmlWriter().write(new Asked(Subject.of(profile), question), OPTIONS, out);
    }
    browser.driver().get(file.toUri().toString());
    browser.waitFor(unused -> browser.run("return document.documentElement.dataset.ready") != null);
  }

  @Test
  void report() throws IOException {
    resize(1280, 800);
    open(Conversions.estimated("cc1plus_i512", DumpSelector.ALL));
    picture("report", 1280, 800);
  }

  @Test
  void reportOnAPhone() throws IOException {
    resize(390, 844);
    open(Conversions.estimated("cc1plus_i512", DumpSelector.ALL));
    picture("report-phone", 390, 844);
  }

  @Test
  void growth() throws IOException {
    resize(1280, 720);
    open(
        Conversions.estimated("phases_i512", DumpSelector.ALL),
        new Growth(AggregateOptions.DEFAULT, View.SPACE));
    picture("growth", 1280, 720);
  }

  @Test
  void difference() throws IOException {
    EstimatedProfile base = Conversions.estimated("phases_i512", DumpSelector.FIRST);
    EstimatedProfile changed = Conversions.estimated("phases_i512", DumpSelector.LAST);
    Path file = folder.resolve("difference.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      Difference question = new Difference(AggregateOptions.DEFAULT, null, null);
      new HtmlWriter().write(new Asked(new Subject(changed, base), question), OPTIONS, out);
    }
    browser.driver().get(file.toUri().toString());
    // The widths of the base show what shrank, too.
    browser.run(
        "const widths = document.getElementById('widths');"
            + "widths.value = 'base';"
            + "widths.dispatchEvent(new Event('change', {bubbles: true}));");
    picture("difference", 1280, 640);
  }

  @Test
  void speedscope() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SpeedscopeWriter()
        .write(Conversions.estimated("cc1plus_i512", DumpSelector.LAST), OPTIONS, out);
    SpeedscopePackage.open(browser, "cc1plus.speedscope.json", out.toByteArray(), folder);
    // It draws in a canvas when the next frames of the screen are due.
    browser
        .driver()
        .executeAsyncScript(
            "const done = arguments[0];requestAnimationFrame(() => requestAnimationFrame(() =>"
                + " setTimeout(done, 500)))");
    picture("speedscope", 1000, 600);
  }

  private static void resize(int width, int height) {
    Map<String, Object> size =
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false);
    browser.driver().executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
    // A page that is higher than wide is on a phone.
    browser
        .driver()
        .executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", height > width));
  }

  /** Compares the size of a window with the picture of a name, or takes the picture. */
  private static void picture(String name, int width, int height) throws IOException {
    resize(width, height);
    Map<String, Object> shot =
        browser.driver().executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"));
    byte[] png = Base64.getDecoder().decode((String) shot.get("data"));
    Path file = TestData.root().resolve("docs/images/" + name + ".png");
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.write(file, png);
    }
    BufferedImage now = ImageIO.read(new ByteArrayInputStream(png));
    BufferedImage before = ImageIO.read(file.toFile());
    assertThat(before.getWidth()).as(name).isEqualTo(now.getWidth());
    assertThat(before.getHeight()).as(name).isEqualTo(now.getHeight());
  }
}
