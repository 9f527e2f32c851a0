package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.NotTested;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A small file system in memory over a folder, until it is closed. Root alone may mount one, and
 * only {@code -Dheapconv.mount=true} lets a test do so: whoever runs tests as root need not expect
 * that they mount anything.
 */
record SmallDisk(Path folder) implements AutoCloseable {

  /**
   * Mounts it; skips the test that asks where nobody asked for that.
   *
   * @param folder an existing folder
   * @param size as {@code mount} takes it, such as {@code 16k}
   */
  static SmallDisk at(Path folder, String size) throws IOException, InterruptedException {
    NotTested.unless(
        Boolean.getBoolean("heapconv.mount"),
        "full disks",
        "as root, -Dheapconv.mount=true lets tests mount small ones");
    run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString());
    return new SmallDisk(folder);
  }

  void resize(String size) throws IOException, InterruptedException {
    run("mount", "-o", "remount,size=" + size, folder.toString());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run("umount", folder.toString());
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", command) + ": " + said).isZero();
  }
}
