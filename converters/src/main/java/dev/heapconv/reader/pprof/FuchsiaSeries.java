package dev.heapconv.reader.pprof;

import dev.heapconv.input.InputSource;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warnings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Profiles of one process by their names, {@code PROCESS_partial_N} and {@code PROCESS_final_N}.
 *
 * @param members partial ones by number, then the final one
 */
record FuchsiaSeries(String process, List<Member> members) {

  /** One profile of the series. */
  record Member(InputSource source, String process, boolean isFinal, long number) {}

  private static final Pattern NAME =
      Pattern.compile("(.*)_(partial|final)_(\\d{1,18})(\\.[\\w.]+)?");

  static FuchsiaSeries of(List<InputSource> sources, boolean allowPartial, Warnings warnings)
      throws HeapConvException {
    List<Member> members = new ArrayList<>();
    for (InputSource source : sources) {
      members.add(member(source));
    }
    members.sort(Comparator.comparing(Member::isFinal).thenComparingLong(Member::number));
    Member last = members.get(members.size() - 1);
    for (int i = 0; i < members.size() - 1; i++) {
      check(members.get(i), members.get(i + 1));
    }
    if (!last.isFinal()) {
      if (!allowPartial) {
        throw HeapConvException.input(
            "missing-final",
            last.source().name(),
            "the final profile of "
                + last.process()
                + " is missing: name it too, or let the last partial one stand in for it with"
                + " --allow-partial");
      }
      warnings.add(
          "missing-final",
          "the final profile is missing: partial "
              + last.number()
              + " stands in for it, what came after it is lost");
    }
    return new FuchsiaSeries(last.process(), List.copyOf(members));
  }

  private static Member member(InputSource source) throws HeapConvException {
    String path = source.name();
    Matcher matcher = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
    if (!matcher.matches()) {
      throw HeapConvException.input(
          "no-series-name",
          path,
          "the name is neither PROCESS_partial_N nor PROCESS_final_N, which tells its place");
    }
    return new Member(
        source,
        matcher.group(1),
        matcher.group(2).equals("final"),
        Long.parseLong(matcher.group(3)));
  }

  private static void check(Member member, Member next) throws HeapConvException {
    if (!member.process().equals(next.process())) {
      throw HeapConvException.input(
          "mixed-processes",
          next.source().name(),
          "is of the process "
              + next.process()
              + ", others are of "
              + member.process()
              + ": merge one process at a time");
    }
    if (member.isFinal()) {
      throw HeapConvException.input(
          "two-finals",
          next.source().name(),
          "a series has one final profile, and " + member.source().name() + " is it");
    }
    if (!next.isFinal() && member.number() == next.number()) {
      throw HeapConvException.input(
          "repeated-partial", next.source().name(), "partial " + next.number() + " is there twice");
    }
  }

  /** The profile that is taken whole. */
  Member last() {
    return members.get(members.size() - 1);
  }
}
