package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.View;
import dev.heapconv.query.AnswerText.Line;
import dev.heapconv.query.ShownColumn.Text;
import dev.heapconv.unskew.growth.FillingUp;
import java.util.List;
import java.util.function.Function;

/** What growth says as a whole. */
final class GrowthText extends AnswerText {

  GrowthText(AggregateOptions options, Answer answer) {
    super(options, answer);
  }

  @Override
  public String span() {
    int single = (int) answer.fact(Growth.HEAPS_WITH_ONE_DUMP);
    double seconds = answer.fact(Growth.SECONDS);
    return (int) answer.fact(Growth.DUMPS)
        + " dumps"
        + (Double.isNaN(seconds) ? "" : " in " + HumanNumbers.duration(seconds))
        + (single == 0
            ? ""
            : ", without " + single + (single == 1 ? " heap" : " heaps") + " that has only one");
  }

  @Override
  public List<Line> totals(
      Live live, String peak, String between, Function<Boolean, String> heaps) {
    View view = answer.view();
    Text slope = total(answer.total(view, Growth.SLOPE));
    String perTime = Growth.isTimed(answer) ? " a minute" : " a dump";
    return List.of(
        new Line(
            "Live",
            "first "
                + value(Growth.FIRST)
                + ", peak "
                + value(Growth.PEAK)
                + ", last "
                + value(Growth.LAST)
                + (view.isBytes() ? "" : " (objects)")),
        new Line("Growth", new Text(slope.value() + perTime, slope.certainty()).toString()));
  }

  private String value(String name) {
    return total(answer.total(answer.view(), name)).value();
  }

  /** How many rows grow for sure, and of how many that is not known. */
  @Override
  public List<Line> findings(EstimatedProfile profile) {
    return List.of(new Line("Growing", growing(profile)));
  }

  private String growing(EstimatedProfile profile) {
    int dumps = (int) answer.fact(Growth.DUMPS);
    int fewest = (int) answer.fact(Growth.DUMPS_NEEDED);
    String needs = dumps + " dumps: it takes " + fewest + ", better 10 or more";
    if (dumps < FillingUp.FEWEST_DUMPS) {
      return "cannot be told from " + needs;
    }
    if (!profile.effects().tellGrowth()) {
      return "cannot be told: " + String.join(" and ", EffectText.wrong(profile.effects()));
    }
    int tested = (int) answer.fact(Growth.TESTED);
    String ofTested = " of " + tested + " " + noun(tested);
    NumberColumn grows = answer.get(answer.view(), Growth.GROWS);
    int growing = 0;
    int untold = 0;
    for (int row : answer.order()) {
      double flag = grows.value(row);
      growing += flag == 1 ? 1 : 0;
      untold += Double.isNaN(flag) ? 1 : 0;
    }
    if (growing == 0 && dumps < fewest) {
      return "cannot be told" + ofTested + " from " + needs;
    }
    return growing
        + ofTested
        + " (*): sustained growth beyond noise, false discovery rate "
        + EstimatedProfile.percent(1 - profile.confidence())
        + " %"
        + (untold == 0 ? "" : "; " + untold + " more (?) cannot be told from filling up or noise");
  }
}
