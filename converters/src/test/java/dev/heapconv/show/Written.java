package dev.heapconv.show;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Asked;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Question;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a writer writes. */
final class Written {

  private Written() {}

  static String by(TableRenderer renderer, Question question, Subject subject) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TableOutput(renderer)
        .write(new Asked(subject, question), new WriteOptions("heapconv test", null), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static String table(TableRenderer renderer, AggregateOptions options, EstimatedProfile profile)
      throws IOException {
    return by(renderer, new Totals(options, null), Subject.of(profile));
  }

  /** A table of what {@code changed} has more than {@code base}. */
  static String difference(
      TableRenderer renderer,
      AggregateOptions options,
      EstimatedProfile base,
      EstimatedProfile changed)
      throws IOException {
    Difference question = new Difference(options, null, null);
    EstimatedProfile both =
        new EstimatedProfile(
            changed.capture(),
            changed.stacks(),
            changed.heaps(),
            List.of(Remark.note("made by hand")),
            changed.confidence(),
            List.of());
    Answer answer = question.ask(new Subject(changed, base));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Subject shown = new Subject(both, base);
    renderer.render(new Table("heapconv test", shown, question, answer, null), out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
