package dev.heapconv.cli;

import dev.heapconv.testing.NotTested;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs shells in a fresh folder, with a heapconv on their PATH. */
abstract class ShellFixture {

  @TempDir Path folder;

  @BeforeEach
  void putHeapconvOnThePath() throws IOException {
    script(
        "heapconv",
        "exec '%s/bin/java' -XX:TieredStopAtLevel=1 -cp '%s' dev.heapconv.cli.Main \"$@\""
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
  }

  void script(String name, String line) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  ProcessRun run(String... command) throws Exception {
    String path = folder.resolve("bin") + ":" + System.getenv("PATH");
    return ProcessRun.in(folder, Map.of("PATH", path, "HOME", folder.toString()), command);
  }

  ProcessRun shell(String name, String... words) throws Exception {
    NotTested.unless(
        run("sh", "-c", "command -v " + name).status() == 0,
        "commands and completion that need " + name,
        name + " not found; install it, such as with apt-get");
    List<String> command = new ArrayList<>(List.of(name));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }
}
