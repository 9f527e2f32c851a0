package dev.heapconv.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizesSourceTest {

  @Test
  void linesBecomeOneConstantWithoutComments() {
    assertThat(SizesSource.source(List.of("# made by", "1 2 3:400", "5 6")))
        .contains("+ \"1 2 3:400\\n\"\n          + \"5 6\\n\";")
        .doesNotContain("made by");
  }

  /** Or Maven compiles all modules again to run one test. */
  @Test
  void onlyAnotherLibraryTouchesTheSource(@TempDir Path folder) throws IOException {
    Path library = Files.writeString(folder.resolve("sizes.txt"), "1 2 3:400\n");
    String[] arguments = {library.toString(), folder.resolve("out").toString()};
    SizesSource.main(arguments);
    Path source = folder.resolve("out/dev/heapconv/unskew/sizes/SizesText.java");
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(source, old);

    SizesSource.main(arguments);
    assertThat(Files.getLastModifiedTime(source)).isEqualTo(old);

    Files.writeString(library, "5 6\n");
    SizesSource.main(arguments);
    assertThat(source).content().contains("\"5 6\\n\"").doesNotContain("400");
  }
}
