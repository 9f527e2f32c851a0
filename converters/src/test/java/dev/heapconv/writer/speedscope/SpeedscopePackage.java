package dev.heapconv.writer.speedscope;

import dev.heapconv.browser.Browser;
import dev.heapconv.testing.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published speedscope package, which {@code npm ci} in src/test/node installs. */
public final class SpeedscopePackage {

  /** Of all tests that import files; to start one takes longer than to import. */
  private static Browser shared;

  private SpeedscopePackage() {}

  /** Skips the calling test where the package is absent. */
  static Path fileOrSkip(String name) {
    return Node.packageOrSkip("speedscope").resolve("dist/release").resolve(name);
  }

  /** Opens a file in Speedscope. Skips the calling test where the package is absent. */
  public static void open(Browser browser, String name, byte[] file, Path folder)
      throws IOException {
    Path page = fileOrSkip("index.html");
    Path script = folder.resolve("load.js");
    Files.writeString(
        script,
        "speedscope.loadFileFromBase64('"
            + name
            + "', '"
            + Base64.getEncoder().encodeToString(file)
            + "')");
    browser.driver().get(page.toUri() + "#localProfilePath=" + script);
    browser.waitFor(
        unused -> browser.run("return document.title").toString().contains(" - speedscope"));
  }

  /**
   * What Speedscope makes of a file: its own export of it. Skips the calling test without a
   * browser.
   *
   * @param name name of the file, by whose end Speedscope tells formats apart
   */
  public static synchronized JsonNode importAndExport(String name, byte[] file, Path folder)
      throws IOException {
    if (shared == null) {
      shared = Browser.startOrSkip(Path.of("target/speedscope-browser").toAbsolutePath());
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    Browser browser = shared;
    // The same page with another fragment would not be loaded again.
    browser.driver().get("about:blank");
    open(browser, name, file, folder);
    browser.run(
        "URL.createObjectURL = blob => { blob.text().then(text => { window.exported = text; });"
            + " return '#'; };window.dispatchEvent(new KeyboardEvent('keydown', {key: 's',"
            + " ctrlKey: true, keyCode: 83}));");
    String exported = browser.waitFor(unused -> (String) browser.run("return window.exported"));
    return JsonMapper.shared().readTree(exported);
  }

  /**
   * Totals of each frame, recursive calls counted once, from the open and close events of an
   * exported profile.
   */
  public static Map<String, Long> totals(JsonNode file, JsonNode profile) {
    JsonNode frames = file.get("shared").get("frames");
    Map<String, Long> totals = new TreeMap<>();
    Map<String, Deque<Long>> open = new TreeMap<>();
    for (JsonNode event : profile.get("events")) {
      JsonNode frame = frames.get(event.get("frame").asInt());
      String key =
          frame.get("name").asString()
              + "|"
              + (frame.has("file") ? frame.get("file").asString() : "")
              + "|"
              + (frame.has("line") ? frame.get("line").asInt() : 0);
      Deque<Long> starts = open.computeIfAbsent(key, unused -> new ArrayDeque<>());
      if (event.get("type").asString().equals("O")) {
        starts.push(event.get("at").asLong());
      } else {
        long start = starts.pop();
        if (starts.isEmpty()) {
          totals.merge(key, event.get("at").asLong() - start, Long::sum);
        }
      }
    }
    return totals;
  }
}
