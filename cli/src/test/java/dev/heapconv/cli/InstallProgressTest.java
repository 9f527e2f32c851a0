package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What install.sh says while Maven builds; this one only talks. */
@DisabledOnOs(OS.WINDOWS)
class InstallProgressTest extends ShellFixture {

  private ProcessRun install(String maven) throws Exception {
    Path source = Files.createDirectories(folder.resolve("source"));
    Files.copy(TestData.root().resolve("install.sh"), source.resolve("install.sh"));
    script("mvnw", maven);
    Files.copy(folder.resolve("bin/mvnw"), source.resolve("mvnw"));
    assertThat(source.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    return ProcessRun.in(
        folder,
        Map.of("PREFIX", folder + "/prefix", "JAVA_HOME", System.getProperty("java.home")),
        "sh",
        source + "/install.sh");
  }

  @Test
  void eachStepHasALine() throws Exception {
    String modules = "echo '[INFO] Building heapconv %s 0.1.0        [%d/2]'\n";
    ProcessRun run =
        install(
            modules.formatted("proto", 1)
                + "for i in $(seq 250); do echo '[INFO] Downloaded from central: x'; done\n"
                + "echo '[INFO] Building jar: /x.jar'\n"
                + modules.formatted("cli", 2));
    assertThat(run.out().lines().map(line -> line.replaceFirst("^ *\\d+ s  ", "- ")))
        .hasSize(5)
        .startsWith(
            "- building with JDK "
                + Runtime.version().feature()
                + "; the first build downloads what it needs")
        .contains("- building heapconv proto 0.1.0 [1/2]", "- building heapconv cli 0.1.0 [2/2]")
        .contains("- downloaded 100 files", "- downloaded 200 files");
    assertThat(run.err()).isEqualTo("install.sh: the build made no program jar\n");
  }

  @Test
  void aBuildThatFailsShowsItsErrorsAndWhereTheRestIs() throws Exception {
    ProcessRun run = install("echo '[INFO] fine'; echo '[ERROR] broken'; exit 1");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("[ERROR] broken\ninstall.sh: the build failed; ")
        .endsWith("source/cli/target/install.log has all that Maven said\n");
    assertThat(folder.resolve("source/cli/target/install.log")).content().contains("[INFO] fine");
  }
}
