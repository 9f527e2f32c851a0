package dev.heapconv.show;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Result;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a writer writes. */
final class Written {

  private Written() {}

  static String by(ProfileWriter writer, EstimatedProfile profile) throws IOException {
    return by(writer, profile, null);
  }

  static String by(ProfileWriter writer, EstimatedProfile profile, View view) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writer.write(profile, new WriteOptions("heapconv test", view), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static String table(TableRenderer renderer, AggregateOptions options, EstimatedProfile profile)
      throws IOException {
    return by(TableWriter.ofTotals(options, renderer), profile);
  }

  /** A table of what {@code changed} has more than {@code base}. */
  static String difference(
      TableRenderer renderer,
      AggregateOptions options,
      EstimatedProfile base,
      EstimatedProfile changed)
      throws IOException {
    Result result = Difference.of(base, changed, options, null).result();
    EstimatedProfile both =
        new EstimatedProfile(
            changed.capture(),
            changed.stacks(),
            changed.heaps(),
            List.of(Remark.note("made by hand")),
            changed.confidence(),
            List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    renderer.render(new Table("heapconv test", both, base, result, null, null), out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
