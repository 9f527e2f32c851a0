package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.output.AtomicFile;
import java.io.IOException;
import java.util.List;

/** Writes outputs, and makes the lines of the manifest. Any number of threads may share one. */
final class Conversion {

  private final BatchOptions options;
  private final OutputFolder folder;
  private final OutputClaims claims;
  private final AtomicFile.Guard guard;
  private final String settings;

  Conversion(
      BatchOptions options, OutputFolder folder, OutputClaims claims, AtomicFile.Guard guard) {
    this.options = options;
    this.folder = folder;
    this.claims = claims;
    this.guard = guard;
    this.settings = options.settings();
  }

  /**
   * Writes the output of a recording.
   *
   * @param stem path of the output of its input, without extension
   * @param computed called when only waiting for the disk is left
   * @throws IOException if it cannot be written
   */
  ManifestEntry convert(ReadResult.Recording recording, String stem, Runnable computed)
      throws IOException {
    Facts facts = recording.facts();
    String member = facts.member();
    String own =
        member == null ? stem : claims.claim(OutputNames.memberStem(stem, member), facts.name());
    EstimatedProfile profile = recording.profile();
    if (!options.writesOutputs()) {
      computed.run();
      return entry(facts, profile, List.of());
    }
    String output = own + options.format().extension();
    EstimatedProfile fitting = HeapConv.fitting(profile, options.format(), options.write());
    AtomicFile.writeInFolder(
        folder.output(output),
        out -> {
          HeapConv.write(fitting, options.format(), options.write(), out);
          if (member == null) {
            computed.run();
          }
        },
        guard);
    return entry(facts, fitting, List.of(output));
  }

  private ManifestEntry entry(Facts facts, EstimatedProfile profile, List<String> outputs) {
    ManifestEntry.Content content = Summary.of(profile);
    return new ManifestEntry(facts, settings, null, null, -1, content, profile.warnings(), outputs);
  }

  ManifestEntry failed(ReadResult.Failure failure) {
    String error = failure.error().wireName();
    return new ManifestEntry(
        failure.facts(), settings, error, failure.message(), -1, null, List.of(), List.of());
  }

  /**
   * @param members how many of the recordings were converted
   */
  ManifestEntry archive(ReadResult.Archive archive, int members) {
    return new ManifestEntry(
        archive.facts(), settings, null, null, members, null, archive.warnings(), List.of());
  }
}
