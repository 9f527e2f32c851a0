package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.testing.Pprof;
import dev.heapconv.writer.speedscope.SpeedscopePackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Speedscope's own importer of pprof files; skipped without its package or a browser. */
@Tag("slow")
class PprofInSpeedscopeTest {

  @TempDir Path folder;

  private JsonNode imported(String name, byte[] file) throws IOException {
    Path own = Files.createDirectory(folder.resolve(name));
    return SpeedscopePackage.importAndExport("t.pb", file, own);
  }

  @Test
  void numbersOfSamplesChangeNothing() throws IOException {
    EstimatedProfile one = Conversions.estimated("python_i4096", DumpSelector.LAST);
    byte[] written = Conversions.write(Merging.of(List.of(one, one), false), Format.PPROF_PLAIN);
    JsonNode with = imported("with", written);
    JsonNode without =
        imported("without", Pprof.withColumns(Pprof.decode(written).profile, 4).toByteArray());
    assertThat(with.get("profiles").size()).isPositive();
    assertThat(SpeedscopePackage.totals(with, with.get("profiles").get(0)))
        .isNotEmpty()
        .isEqualTo(SpeedscopePackage.totals(without, without.get("profiles").get(0)));
  }
}
