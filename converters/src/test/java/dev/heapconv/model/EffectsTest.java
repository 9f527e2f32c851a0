package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId.Severity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EffectsTest {

  /** Of each notice: a new one has to be decided here, too. */
  private static final String DECIDED =
      """
      all-too-low = bad-lines broken-references changed-while-read dropped-packets
          lost-trace-data lost-trace-patches malformed-packet many-columns missed-allocations
          missing-final missing-profile-packets no-records-of-process off-the-scale rejected-concurrent sampled-sizes
          sampling-off streaming-allocations swapped-positions truncated-dump unknown-callstack unread-members
      earlier-too-low = missing-earlier-packets
      end-missing = buffer-corrupted buffer-overran client-stack-bounds client-timeout hit-guardrail
          later-dumps-lost truncated-trace unfinished-dump
      allocated-too-low = earlier-dumps-lost events-off rate-limit
      live-too-high = missed-frees
          identity-in-doubt = copied-inputs live-of-two-times mixed-processes-of-log recorded-twice repeated-dumps
          same-recording
      assumption = cannot-unskew changed-rate first-thread-unsampled inputs-without-date
          inputs-without-device negative-values refuted-given-interval
          refuted-positions refuted-scaled refuted-weights unknown-interval unknown-sampler
          unknown-share unstated-scaling
      names-only = bad-map-lines bad-memory-map debuginfod-failed deep-stack map-of-any-package missing-names
          named-by-path no-fitting-symbols no-memory-map no-symbolizer nothing-named stack-too-deep
          symbolizer-failed unknown-reference unreadable-symbols unusable-symbols
      none = beside-large biased-dump columns-left-out copies-left-out deltas frees-apart interval-ignored
          live-table lost-intervals no-frees
          missing-dump negatives-left-out no-known-sizes no-matching-stack no-place no-samples
          nothing-allocated older-dumps only-sample-counts pages-as-heap
          peak-without-stacks refuted-code-sizes refuted-interval regions-left-out repeated-trace sample-counts
          scaled-ignored stacks-left-out summed-rows times-left-out unknown-frees unknown-past
      """;

  /** What is known only after reading. */
  private static final List<ErrorId> LATE =
      List.of(ErrorId.CHANGED_WHILE_READ, ErrorId.OFF_THE_SCALE);

  private static Effects of(ErrorId... ids) {
    List<Notice> notices =
        Stream.of(ids)
            .map(id -> new Notice(id, Collections.nCopies(id.placeholders().size(), 1), ""))
            .toList();
    return Effects.of(notices, View.ALL);
  }

  @Test
  void everyNoticeHasADecidedEffect() {
    Map<String, String> decided = new TreeMap<>();
    String effect = "";
    String[] words = DECIDED.strip().split("\\s+");
    for (int i = 0; i < words.length; i++) {
      if (i + 1 < words.length && words[i + 1].equals("=")) {
        effect = words[i++];
      } else {
        decided.put(words[i], effect);
      }
    }
    Map<String, String> found = new TreeMap<>();
    for (ErrorId id : ErrorId.values()) {
      if (id.severity() != Severity.ERROR && id.severity() != Severity.DOUBT) {
        found.put(id.wireName(), id.effect().wireName());
      }
    }
    assertThat(found).isEqualTo(decided);
  }

  @ParameterizedTest
  @EnumSource(ErrorId.class)
  void whatMakesARecordingIncompleteIsAnErrorInStrictMode(ErrorId id) {
    if (id.effect().isIncomplete() && !LATE.contains(id)) {
      assertThat(id.severity()).isEqualTo(Severity.EITHER);
    }
  }

  @Test
  void missedFreesMakeLiveNumbersTooHighAndNoOthers() {
    Effects effects = of(ErrorId.MISSED_FREES);
    assertThat(effects.isIncomplete()).isTrue();
    assertThat(effects.isTooHigh()).isTrue();
    assertThat(effects.isTooLow(true)).isFalse();
    assertThat(effects.isTooLow(false)).isFalse();
    assertThat(effects.allowExact(true)).isFalse();
    assertThat(effects.tellGrowth()).isFalse();
    Notice notice = Notice.of(ErrorId.MISSED_FREES, 1, 1);
    Effects allocated = Effects.of(List.of(notice), List.of(View.ALLOC_SPACE));
    assertThat(allocated.isIncomplete()).isFalse();
    assertThat(allocated.allowExact(true)).isTrue();
  }

  @Test
  void whatIsLostMakesAllTooLow() {
    Effects effects = of(ErrorId.DROPPED_PACKETS);
    assertThat(effects.isTooLow(true)).isTrue();
    assertThat(effects.isTooLow(false)).isTrue();
    assertThat(effects.isTooHigh()).isFalse();
    assertThat(effects.tellGrowth()).isFalse();
    assertThat(of(ErrorId.RATE_LIMIT).isTooLow(false)).isTrue();
    assertThat(of(ErrorId.RATE_LIMIT).isTooLow(true)).isFalse();
  }

  @Test
  void whatEarlierDumpsLackIsNotMissingFromTheLast() {
    Effects effects = of(ErrorId.MISSING_EARLIER_PACKETS, ErrorId.EARLIER_DUMPS_LOST);
    assertThat(effects.isTooLow(true)).isTrue();
    assertThat(effects.tellGrowth()).isFalse();
    assertThat(effects.ofLastDumps()).isEqualTo(of(ErrorId.EARLIER_DUMPS_LOST));
    assertThat(effects.ofLastDumps().isTooLow(true)).isFalse();
    assertThat(of(ErrorId.DROPPED_PACKETS).ofLastDumps().isTooLow(true)).isTrue();
  }

  @Test
  void growthCanBeToldOfARecordingThatLacksItsEnd() {
    Effects effects = of(ErrorId.TRUNCATED_TRACE);
    assertThat(effects.isIncomplete()).isTrue();
    assertThat(effects.tellGrowth()).isTrue();
    assertThat(of(ErrorId.TRUNCATED_TRACE, ErrorId.MALFORMED_PACKET).tellGrowth()).isFalse();
  }

  @Test
  void doubtsAllowNothingExactButMissNothing() {
    for (ErrorId id : List.of(ErrorId.RECORDED_TWICE, ErrorId.REFUTED_SCALED)) {
      assertThat(of(id).areDoubtful(true)).isTrue();
      assertThat(of(id).allowExact(true)).isFalse();
      assertThat(of(id).isIncomplete()).isFalse();
      assertThat(of(id).tellGrowth()).isTrue();
    }
  }

  /** Those of the others are as sure as their facts say. */
  @Test
  void anAssumptionIsAboutOneOfSeveralHeapsAndADoubleRecordingAboutAll() {
    assertThat(of(ErrorId.UNKNOWN_INTERVAL).areDoubtful(true)).isTrue();
    assertThat(of(ErrorId.UNKNOWN_INTERVAL).areDoubtful(false)).isFalse();
    assertThat(of(ErrorId.RECORDED_TWICE).areDoubtful(false)).isTrue();
  }

  @Test
  void namesDecideNothing() {
    assertThat(of(ErrorId.NAMED_BY_PATH, ErrorId.LIVE_TABLE).allowExact(true)).isTrue();
    assertThat(of().allowExact(true)).isTrue();
  }
}
