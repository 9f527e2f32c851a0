package dev.heapconv.combine;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.Effects;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Puts the heaps of several profiles into one, side by side: their estimates add up when a reader
 * sums over labels.
 */
final class Concatenation {

  private Concatenation() {}

  /**
   * @param profiles at least one, with intervals of one level
   * @return the profile itself if there is only one, otherwise a new one
   */
  static EstimatedProfile of(List<EstimatedProfile> profiles) {
    return profiles.size() == 1 ? profiles.get(0) : of(profiles, false);
  }

  /**
   * @param dumps at least one dump of one process each, which are not to be added up
   */
  static EstimatedProfile ofDumps(List<EstimatedProfile> dumps) {
    return of(dumps, true);
  }

  private static EstimatedProfile of(List<EstimatedProfile> profiles, boolean areDumps) {
    StackTable stacks = new StackTable();
    List<EstimatedHeap> heaps = new ArrayList<>();
    List<DumpSummary> dumps = new ArrayList<>();
    Set<Remark> remarks = new LinkedHashSet<>();
    Set<String> sources = new LinkedHashSet<>();
    Set<String> formats = new LinkedHashSet<>();
    Set<String> devices = new LinkedHashSet<>();
    Set<String> producers = new LinkedHashSet<>();
    Set<Presentation> presentations = new LinkedHashSet<>();
    Notices notices = new Notices();
    List<DumpFacts> facts = new ArrayList<>();
    Recordings.Distinct recordings = new Recordings.Distinct();
    for (EstimatedProfile each : profiles) {
      EstimatedProfile profile = each.at(profiles.get(0).confidence());
      IntUnaryOperator imported = profile.stacks().mapped(stacks);
      recordings.nextProfile();
      for (EstimatedHeap heap : profile.heaps()) {
        EstimatedHeap moved = heap.onStacks(imported);
        HeapInfo info = heap.info();
        heaps.add(areDumps ? moved : moved.withInfo(info.withRecording(recordings.of(info))));
      }
      facts.addAll(areDumps ? List.of() : DumpFacts.of(profile));
      dumps.addAll(areDumps ? profile.dumps() : List.of());
      if (areDumps && profile.remarks().stream().anyMatch(Concatenation::isOfNames)) {
        // The last dump says it of the process.
        remarks.removeIf(Concatenation::isOfNames);
      }
      remarks.addAll(profile.remarks());
      CaptureInfo capture = profile.capture();
      sources.add(capture.source());
      presentations.add(capture.presentation());
      formats.add(capture.format());
      addKnown(devices, capture.device());
      addKnown(producers, capture.producer());
      for (Notice notice : profile.notices()) {
        // Dumps of one process have most in common.
        notices.add(areDumps ? notice : notice.about(capture.source()));
      }
    }
    Notice repeated = DumpSeries.copied(facts);
    repeated = repeated == null ? DumpSeries.repeated(facts) : repeated;
    repeated = repeated == null ? DumpSeries.doubted(facts) : repeated;
    if (repeated != null) {
      notices.add(repeated);
    }
    if (!Effects.of(notices.list(), List.of()).allowExact(false)) {
      remarks.removeIf(remark -> remark.topic() == Topic.EXACT);
    }
    remarks.add(
        areDumps
            ? Remark.note(profiles.size() + " dumps of one process, from a file each")
            : new Remark(Topic.SUM, "sum of " + profiles.size() + " recordings"));
    String names =
        areDumps
            ? profiles.get(0).capture().source()
                + " to "
                + Mapping.baseName(profiles.get(profiles.size() - 1).capture().source())
            : sources.size() > 2
                ? sources.iterator().next() + " and " + (sources.size() - 1) + " more inputs"
                : joined(sources);
    CaptureInfo capture =
        new CaptureInfo(names, joined(formats), joined(devices), joined(producers))
            .withPresentation(
                presentations.size() == 1 ? presentations.iterator().next() : Presentation.UNKNOWN);
    return new EstimatedProfile(
        capture,
        stacks,
        heaps,
        dumps,
        List.copyOf(remarks),
        profiles.get(0).confidence(),
        notices.list());
  }

  private static boolean isOfNames(Remark remark) {
    return remark.topic() == Topic.NAMES;
  }

  private static void addKnown(Set<String> texts, String text) {
    if (!text.isEmpty()) {
      texts.add(text);
    }
  }

  private static String joined(Set<String> texts) {
    return String.join(", ", texts);
  }
}
