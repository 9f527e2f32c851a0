package dev.heapconv.writer.table;

import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.AggregateOptions;
import dev.heapconv.aggregate.GateVerdict;
import dev.heapconv.aggregate.GrowthLimit;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
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
    return by(new TableWriter(options, renderer), profile);
  }

  /** A table of what {@code changed} has more than {@code base}. */
  static String difference(
      TableRenderer renderer,
      AggregateOptions options,
      EstimatedProfile base,
      EstimatedProfile changed)
      throws IOException {
    Ranking ranking = Ranking.ofDifference(base, changed, options, null);
    TableHeader header =
        TableHeader.ofDifference(
            base, changed, List.of("made by hand"), List.of(), options.by(), "heapconv test");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    renderer.render(Table.of(header, ranking), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The same with a verdict about growth by more than 5 %. */
  static String judged(TableRenderer renderer, EstimatedProfile base, EstimatedProfile changed)
      throws IOException {
    Table table =
        HeapConv.difference(
            base, changed, AggregateOptions.DEFAULT, new WriteOptions("heapconv test", null));
    GrowthLimit limit = new GrowthLimit("space", false, 5, true, "space>5%");
    GateVerdict verdict = GateVerdict.of(table.ranking(), List.of(limit), 0.01, "test");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    renderer.render(table.withVerdict(verdict), out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
