package dev.heapconv.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizesSourceTest {

  @Test
  void linesBecomeOneConstantWithoutComments() {
    assertThat(SizesSource.source(List.of("# made by", "1 2 3:400", "5 6")))
        .contains("+ \"1 2 3:400\\n\"\n          + \"5 6\\n\";")
        .doesNotContain("made by");
  }
}
