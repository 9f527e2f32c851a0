package dev.heapconv.query;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.AnswerText.Line;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a difference says as a whole. */
final class DifferenceText extends TotalsText {

  /** How many rows are left out because they are no larger than noise. */
  private final int rowsOfNoise;

  DifferenceText(AggregateOptions options, Answer answer, int rowsOfNoise) {
    super(options, answer);
    this.rowsOfNoise = rowsOfNoise;
  }

  /** The lines above the table say it. */
  @Override
  public String title(Live live) {
    return "";
  }

  @Override
  public String changes() {
    View view = answer.view();
    return answer.total(view).at(Answer.TOTAL).isUncertain()
        ? "The total change in %s is %s sampling noise."
            .formatted(
                TerminalText.printable(view.name()), isBeyondNoise(view) ? "larger than" : "within")
        : "";
  }

  private boolean isBeyondNoise(View of) {
    return answer.total(of, Difference.BEYOND_NOISE).value(Answer.TOTAL) == 1;
  }

  @Override
  List<Line> lines(String label, String bytes, @Nullable View objects, int width, String between) {
    List<Line> lines = new ArrayList<>();
    if (!bytes.isEmpty()) {
      lines.add(new Line(label, (bytes + " " + between).strip()));
    }
    if (objects != null) {
      lines.add(new Line(bytes.isEmpty() ? label : "  objects", total(objects)));
    }
    return lines;
  }

  @Override
  String total(View of) {
    return total(answer.total(of, Difference.BASE)).value()
        + " to "
        + total(answer.total(of, Difference.NEW)).value()
        + ": "
        + super.total(of)
        + (isBeyondNoise(of) ? " *" : "");
  }

  @Override
  String without() {
    return " differ in " + answer.view().name() + (rowsOfNoise > 0 ? " by more than noise" : "");
  }

  @Override
  public String hidden() {
    return switch (rowsOfNoise) {
      case 0 -> "";
      case 1 -> "1 more row shows no significant change";
      default -> rowsOfNoise + " more rows show no significant change";
    };
  }
}
