package dev.heapconv.reader.pprof;

import dev.heapconv.input.InputSource;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds the profile of a process's whole lifetime from the series that Fuchsia's memory sampler
 * writes: all of the final profile, and from each partial one the memory that was no longer live,
 * because live memory reappears in the next one. Memory live at the end is only in the last
 * profile. Simply adding the profiles up would count such samples several times.
 */
final class FuchsiaLifetime {

  private final ReadOptions options;
  private final StackTable table = new StackTable();
  private final Notices notices = new Notices();

  /** Of all profiles; null before the first. */
  private @Nullable PprofRows rows;

  private long timeNanos;

  private FuchsiaLifetime(ReadOptions options) {
    this.options = options;
  }

  /**
   * Reads a series of one process, in any order.
   *
   * @param allowPartial whether the last partial profile may replace a missing final one
   * @throws HeapConvException if the profiles belong to different processes or generations, or one
   *     is missing
   */
  @SuppressWarnings("ReferenceEquality") // one of the members is the last
  static RecordedProfile read(List<InputSource> sources, ReadOptions options, boolean allowPartial)
      throws IOException {
    FuchsiaLifetime lifetime = new FuchsiaLifetime(options);
    FuchsiaSeries series = FuchsiaSeries.of(sources, allowPartial, lifetime.notices);
    for (FuchsiaSeries.Member member : series.members()) {
      lifetime.add(member.source(), member == series.last());
    }
    return lifetime.profile(series);
  }

  private void add(InputSource source, boolean whole) throws IOException {
    PprofContent content =
        source
            .readAll(
                options.limits(),
                head ->
                    PprofSniffer.looksLikeProfile(head) ? InputContent.PROFILE : InputContent.OTHER,
                input -> {
                  if (!PprofSniffer.looksLikeProfile(input.head())) {
                    throw HeapConvException.input(
                        ErrorId.UNKNOWN_FORMAT, input.name(), "it is not a pprof profile");
                  }
                  return PprofReader.content(input, options);
                })
            .only(source.name());
    PprofRows into = rows(content, source.name());
    RecordingBuilder part = new RecordingBuilder(source.name(), options, table);
    PprofStacks stacks = new PprofStacks(content, part, List.of());
    content.forEachSample(sample -> add(sample, into, stacks, content, whole));
    part.reportStacks();
    part.notices().list().forEach(notice -> notices.add(notice.about(source.name())));
    timeNanos = Math.max(timeNanos, content.timeNanos);
  }

  private PprofRows rows(PprofContent content, String name) throws HeapConvException {
    PprofColumns itsColumns = content.columns(false);
    if (!itsColumns.isFuchsia()) {
      throw HeapConvException.input(ErrorId.NOT_FUCHSIA, name);
    }
    PprofScaling itsScaling = PprofScaling.ofFuchsia(content, itsColumns, options.given(), notices);
    if (rows == null) {
      rows = new PprofRows(itsColumns, itsScaling, RecordedUnits.UnitKind.PLAIN_SUM);
    } else if (!rows.scaling().equals(itsScaling)
        || !rows.columns().views().equals(itsColumns.views())) {
      throw HeapConvException.input(
          ErrorId.MIXED_GENERATIONS,
          name,
          itsScaling.sampling().scheme(),
          rows.scaling().sampling().scheme());
    }
    return rows;
  }

  private void add(
      Sample sample, PprofRows into, PprofStacks stacks, PprofContent content, boolean whole) {
    long[] values = into.values(sample);
    boolean live = values[2] != 0 || values[3] != 0;
    if (whole || !live) {
      into.add(stacks.stack(sample), content.labels(sample), values);
    }
  }

  private RecordedProfile profile(FuchsiaSeries series) throws HeapConvException {
    // A series has at least its last profile.
    PprofRows all = Objects.requireNonNull(rows, "rows");
    PprofRows.report(List.of(all), notices);
    PprofScaling scaling = all.scaling();
    HeapInfo info =
        HeapInfo.of("heap", scaling.sampling())
            .withProvenance(scaling.provenance(false, false, true))
            .withProcess(series.process())
            .withTimes(Math.max(0, timeNanos), 0);
    String names =
        series.members().get(0).source().name()
            + (series.members().size() > 1
                ? " and " + (series.members().size() - 1) + " more"
                : "");
    RecordingBuilder recording = new RecordingBuilder(names, options, table);
    notices.list().forEach(recording.notices()::add);
    recording.heap(all.heap(info));
    recording.note(
        "lifetime of "
            + series.members().size()
            + " profiles: allocations live in several of them are counted once");
    return recording.finish("Fuchsia memory_sampler lifetime");
  }
}
