package dev.heapconv.writer.table;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

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
}
