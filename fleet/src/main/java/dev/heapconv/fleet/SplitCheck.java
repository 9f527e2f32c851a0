package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import java.util.List;

/**
 * How often a comparison finds a change in random splits of the same devices, where there is none.
 *
 * @param splits number of splits of each kind
 * @param kinds the kinds, by what stays together in a split; devices first
 */
public record SplitCheck(int splits, List<Kind> kinds) {

  /**
   * One kind of splits.
   *
   * @param together column whose equal values keep recordings together: {@code device}, {@code
   *     date}, {@code labels.KEY}
   * @param units effective number of values, as if all had equally many recordings
   * @param changed in how many splits anything is called changed
   * @param most in how many it may be by chance, if what stays together is not alike
   */
  public record Kind(String together, double units, int changed, int most) {

    /** Returns whether chance explains the number of splits with a change. */
    public boolean isSound() {
      return changed <= most;
    }
  }

  public SplitCheck {
    kinds = List.copyOf(kinds);
  }

  /** Returns whether changes can be trusted. */
  public boolean isSound() {
    return kinds.stream().allMatch(Kind::isSound);
  }

  /** What was found, in words. */
  String text() {
    if (!isSound()) {
      return doubt().message();
    }
    Kind devices = kinds.get(0);
    Kind worst = worst();
    return "check: heapconv finds a change "
        + found(devices)
        + ", although nothing differs between them"
        + (worst.equals(devices)
            ? ""
            : ", and in %s that keep each %s together"
                .formatted(FleetAnswer.grouped(worst.changed), worst.together));
  }

  /** Why changes cannot be trusted. */
  Notice doubt() {
    Kind worst = worst();
    String found =
        worst.equals(kinds.get(0))
            ? "heapconv also finds one " + found(worst)
            : "recordings of the same %s are alike. heapconv also finds a change %s that keep each %s together"
                .formatted(worst.together, found(worst), worst.together);
    return Notice.of(ErrorId.UNSOUND_COMPARISON, found, FleetAnswer.grouped(worst.most));
  }

  private Kind worst() {
    Kind worst = kinds.get(0);
    for (Kind kind : kinds) {
      worst = kind.changed - kind.most > worst.changed - worst.most ? kind : worst;
    }
    return worst;
  }

  private String found(Kind kind) {
    return "in %s of %s random splits of the same devices"
        .formatted(FleetAnswer.grouped(kind.changed), FleetAnswer.grouped(splits));
  }
}
