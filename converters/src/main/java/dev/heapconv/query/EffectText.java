package dev.heapconv.query;

import dev.heapconv.model.Effects;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with numbers, in words. */
public final class EffectText {

  private EffectText() {}

  /** Returns what is wrong, as clauses. */
  public static List<String> wrong(Effects effects) {
    List<String> wrong = new ArrayList<>();
    boolean live = effects.isTooLow(true);
    boolean allocated = effects.isTooLow(false);
    if (live || allocated) {
      String both = live && allocated ? "live and allocated" : live ? "live" : "allocated";
      wrong.add(both + " numbers are too low");
    }
    if (effects.isTooHigh()) {
      wrong.add("live numbers are too high");
    }
    if (effects.lacksEnd()) {
      wrong.add("the end of the recording is missing");
    }
    return wrong;
  }

  /** Returns what is wrong with a view, in a few words; empty for nothing. */
  public static String wrong(Effects effects, View view) {
    List<String> wrong = new ArrayList<>();
    if (effects.isTooLow(view.isLive())) {
      wrong.add("too low");
    }
    if (effects.isTooHigh() && view.isLive()) {
      wrong.add("too high");
    }
    if (effects.lacksEnd()) {
      wrong.add("without its end");
    }
    return String.join(", ", wrong);
  }
}
