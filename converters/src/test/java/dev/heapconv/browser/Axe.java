package dev.heapconv.browser;

import dev.heapconv.testing.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What keeps people from using a page. */
public final class Axe {

  private Axe() {}

  /** What axe finds of the page that is shown; skips the calling test where it is not installed. */
  public static List<String> findings(Browser browser) throws IOException {
    Path axe = Node.packageOrSkip("axe-core").resolve("axe.min.js");
    browser.run(Files.readString(axe));
    return ((List<?>)
            browser
                .driver()
                .executeAsyncScript(
                    "const done = arguments[arguments.length - 1];axe.run({rules: {'target-size':"
                        + " {enabled: true}}}).then(({ violations }) => done(violations.map(one =>"
                        + " `${one.id}: ${one.nodes.length} such as ${one.nodes[0].html} ("
                        + "${one.nodes[0].failureSummary})`)))"))
        .stream().map(Object::toString).toList();
  }
}
