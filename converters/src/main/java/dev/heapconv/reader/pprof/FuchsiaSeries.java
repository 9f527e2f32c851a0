package dev.heapconv.reader.pprof;

import dev.heapconv.input.InputSource;
import dev.heapconv.model.DumpName;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice.Notices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The profiles of one process, identified by their names {@code PROCESS_partial_N} and {@code
 * PROCESS_final_N}.
 *
 * @param members partial ones by number, then the final one
 */
record FuchsiaSeries(String process, List<Member> members) {

  /** One profile of the series. */
  record Member(InputSource source, String process, boolean isFinal, long number) {}

  static FuchsiaSeries of(List<InputSource> sources, boolean allowPartial, Notices notices)
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
        throw HeapConvException.input(ErrorId.MISSING_FINAL, last.source().name(), last.process());
      }
      notices.add(ErrorId.MISSING_FINAL, last.process(), last.number());
    }
    return new FuchsiaSeries(last.process(), List.copyOf(members));
  }

  private static Member member(InputSource source) throws HeapConvException {
    DumpName name = DumpName.of(source.name());
    if (name == null || name.by() != DumpName.By.FUCHSIA) {
      throw HeapConvException.input(ErrorId.NO_SERIES_NAME, source.name());
    }
    return new Member(source, name.program(), name.isFinal(), name.number());
  }

  private static void check(Member member, Member next) throws HeapConvException {
    if (!member.process().equals(next.process())) {
      throw HeapConvException.input(
          ErrorId.MIXED_PROCESSES, next.source().name(), next.process(), member.process());
    }
    if (member.isFinal()) {
      throw HeapConvException.input(
          ErrorId.TWO_FINALS, next.source().name(), member.source().name());
    }
    if (!next.isFinal() && member.number() == next.number()) {
      throw HeapConvException.input(ErrorId.REPEATED_PARTIAL, next.source().name(), next.number());
    }
  }

  /** The profile that is used completely. */
  Member last() {
    return members.get(members.size() - 1);
  }
}
