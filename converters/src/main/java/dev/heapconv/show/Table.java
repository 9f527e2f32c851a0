package dev.heapconv.show;

import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Fact.Topic;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer;
import dev.heapconv.query.AnswerText;
import dev.heapconv.query.Asked;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.query.Question;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.Subject;
import dev.heapconv.show.TableOptions.Hints;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param tool name and version of this program
 * @param subject what was asked; of a difference, the new profile has what is to be known of both
 * @param heaps the totals of the heaps, where it helps to tell them apart; null elsewhere
 */
public record Table(
    String tool, Subject subject, Question question, Answer answer, @Nullable Table heaps) {

  /** The answer to what is asked. */
  public static Table of(String tool, Asked asked) throws HeapConvException {
    Subject subject = asked.subject().withNotices();
    return new Table(tool, subject, asked.question(), asked.answer(), null);
  }

  /** The same question with another answer. */
  Table with(Answer other) {
    return new Table(tool, subject, question, other, null);
  }

  /** The same with the totals of the heaps. */
  Table with(Table ofHeaps) {
    return new Table(tool, subject, question, answer, ofHeaps);
  }

  /** What rows are. */
  GroupBy by() {
    return question.rows().by();
  }

  public EstimatedProfile profile() {
    return subject.profile();
  }

  /** What it is compared with; null for nothing. */
  public @Nullable EstimatedProfile base() {
    return subject.base();
  }

  AnswerText text() {
    return question.text(answer);
  }

  /** The rows that people see, in order. */
  public int[] shownRows() {
    return question.shown(answer);
  }

  /** The rows that a program reads, in order. */
  int[] listedRows() {
    return question.listed(answer);
  }

  /** The columns that people see. */
  List<ShownColumn> columns() {
    return question.columns(answer);
  }

  /** As many of some rows as the question allows; {@code usual} if it leaves that open. */
  int[] limited(int[] some, int usual) {
    return answer.limited(some, question.rows().limitOr(usual));
  }

  /** Descriptions of the heaps that were summed up. */
  public List<HeapInfo> infos() {
    return infos(profile());
  }

  /** Likewise, of one of the profiles. */
  List<HeapInfo> infos(EstimatedProfile of) {
    return by().heaps(of).stream().map(EstimatedHeap::info).toList();
  }

  /** The dump with the most memory in use, where there are several; null if unknown. */
  public @Nullable PeakDump peak() {
    return base() == null ? PeakDump.of(profile()) : null;
  }

  /**
   * Names of the heaps that numbers of live memory, or else of allocated memory, are not of, while
   * they are of others: a heap of Java may not tell what is live. Whoever has ended holds nothing.
   */
  public List<String> heapsWithout(boolean live) {
    Set<String> without = new LinkedHashSet<>();
    boolean any = false;
    for (EstimatedHeap heap : by().heaps(profile())) {
      if (heap.has(live)) {
        any = true;
      } else if (heap.has(!live) && heap.info().provenance().live() != Live.ENDED) {
        without.add(heap.info().heap());
      }
    }
    return any && base() == null ? List.copyOf(without) : List.of();
  }

  /** How much of their processes' memory the shown heaps explain, where that is known. */
  List<ProcessShare> processes() {
    return by() == GroupBy.DUMP ? List.of() : ProcessShare.of(by().heaps(profile()));
  }

  /** Likewise, in words; empty for a difference, which is of two times. */
  List<String> facts() {
    List<String> facts = new ArrayList<>();
    for (Topic topic : base() == null ? Topic.values() : new Topic[0]) {
      facts.addAll(HeapText.facts(topic, processes(), infos()));
    }
    return facts;
  }

  /** Whether every heap with several dumps, and at least one, is shown at its selected peak. */
  private boolean arePeaks() {
    List<HeapInfo> heaps = infos();
    return heaps.stream().anyMatch(heap -> heap.dump().peak())
        && heaps.stream().allMatch(heap -> heap.dump().peak() || heap.dump().of() <= 1);
  }

  /** What live numbers are, of all heaps together. */
  Live live() {
    boolean arePeaks = arePeaks();
    return infos().stream()
        .map(heap -> arePeaks ? Live.PEAK : heap.provenance().live())
        .reduce(Live::and)
        .orElse(Live.MOMENT);
  }

  /** Between which dumps of one recording the difference is; empty if it is between others. */
  String between() {
    EstimatedProfile other = base();
    List<HeapInfo> after = infos();
    List<HeapInfo> before = other == null ? List.of() : infos(other);
    Set<String> dumps = new HashSet<>();
    for (int i = 0; i < after.size() && after.size() == before.size(); i++) {
      HeapInfo first = before.get(i);
      HeapInfo second = after.get(i);
      dumps.add(
          Recordings.areOfOneRun(second, first) && first.dump().number() < second.dump().number()
              ? "between dump " + first.dump().number() + " and dump " + second.dump().number()
              : "");
    }
    return dumps.size() == 1 ? dumps.iterator().next() : "";
  }

  /** How far its numbers can be trusted, or its changes. */
  public Trust trust() {
    return trust(Hints.USUAL);
  }

  /** Likewise, and what to do about it. */
  Trust trust(Hints hints) {
    Reliability reliability =
        base() == null
            ? Reliability.of(profile(), effects()).withTotals(profile().confidence(), this::total)
            : new Reliability(List.of(), Set.of(), effects(), List.of());
    String changes = text().changes();
    String hint =
        base() == null
            ? CodeAdvice.before(hints.sizes(), hints.code(), profile(), reliability)
            : hints.sizes();
    return Trust.of(reliability, infos(), profile().remarks(), hint, changes);
  }

  /** What is wrong with the numbers that are shown. */
  public Effects effects() {
    return question.effects(profile());
  }

  private @Nullable Estimate total(View view) {
    if (!answer.views().contains(view)) {
      return null;
    }
    return answer.total(view).at(Answer.TOTAL).estimate();
  }
}
