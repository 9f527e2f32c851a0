package dev.heapconv.browser;

import dev.heapconv.testing.NotTested;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium of this machine. */
public final class Browser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /**
   * It warns that it knows no developer tools of this Chromium, which nothing here uses. Held:
   * loggers are weak.
   */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  static {
    SELENIUM.setLevel(Level.SEVERE);
  }

  /** A script for the ids of fields that have no room for what is to be typed there. */
  public static final String CUT_OFF =
      """
      const pen = document.createElement('canvas').getContext('2d');
      return [...document.querySelectorAll('input[placeholder]')].filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        pen.font = font;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return field.offsetWidth > 0 && pen.measureText(field.placeholder).width > room;
      }).map(({ id }) => id);
      """;

  /** What a script does takes long on a busy machine, and that is no failure. */
  private static final Duration SCRIPT = Duration.ofMinutes(5);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
    driver.manage().timeouts().scriptTimeout(SCRIPT);
  }

  /** Skips the calling test where there is no Chromium with its driver. */
  public static Browser startOrSkip(Path userData) {
    NotTested.unless(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "the report in a browser, and what Speedscope makes of files",
        "Chromium and chromedriver not found; apt-get install chromium chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--allow-file-access-from-files",
        "--window-size=1280,900",
        "--user-data-dir=" + userData);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .withSilent(true)
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  public ChromeDriver driver() {
    return driver;
  }

  public Object run(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  public <T> T waitFor(Function<WebDriver, T> condition) {
    return new WebDriverWait(driver, Duration.ofMinutes(5)).until(condition);
  }

  /** What the page said on its console since the last call, errors of its own making among them. */
  public List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
