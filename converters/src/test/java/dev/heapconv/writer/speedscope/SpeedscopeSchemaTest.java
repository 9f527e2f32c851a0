package dev.heapconv.writer.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the schema that the speedscope package publishes. */
final class SpeedscopeSchemaTest {

  @Test
  void variedProfileIsValid() throws IOException {
    assertValid(Profiles.varied());
  }

  @ParameterizedTest
  @ValueSource(strings = {"customheap_all", "names", "inlined_symbolized", "dumpmax_i1"})
  void recordingsAreValid(String recording) throws IOException {
    assertValid(Conversions.estimated(recording, DumpSelector.ALL));
  }

  private static void assertValid(EstimatedProfile profile) throws IOException {
    String text = Files.readString(SpeedscopePackage.fileOrSkip("file-format-schema.json"));
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(text, InputFormat.JSON);
    assertThat(schema.validate("{}", InputFormat.JSON))
        .as("the schema refuses what is wrong")
        .isNotEmpty();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SpeedscopeWriter().write(profile, new WriteOptions("heapconv 1.0", null), out);
    assertThat(schema.validate(out.toString(StandardCharsets.UTF_8), InputFormat.JSON)).isEmpty();
  }
}
