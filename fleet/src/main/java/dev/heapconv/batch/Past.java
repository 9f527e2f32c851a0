package dev.heapconv.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;

/** What earlier batches in the folder finished, and whether that still holds. */
final class Past {

  private final BatchOptions options;
  private final OutputFolder folder;
  private final Manifest manifest;
  private final String settings;

  Past(BatchOptions options, OutputFolder folder, Manifest manifest) {
    this.options = options;
    this.folder = folder;
    this.manifest = manifest;
    this.settings = options.settings();
  }

  /** The files in the output folder that already belong to something, inputs there included. */
  OutputClaims claims(List<BatchInput> inputs) {
    OutputClaims claims = new OutputClaims(options.format().extension());
    for (ManifestEntry entry : manifest.past().values()) {
      for (String output : entry.outputs()) {
        claims.add(output, entry.input());
      }
    }
    claims.add(Manifest.FILE_NAME, "");
    for (FleetSink sink : options.sinks()) {
      for (Path file : sink.files()) {
        folder.relative(file).ifPresent(name -> claims.add(name, ""));
      }
    }
    for (BatchInput input : inputs) {
      folder.relative(input.path()).ifPresent(name -> claims.add(name, ""));
    }
    return claims;
  }

  /** Whether an input need not be converted again. */
  boolean isDone(BatchInput input) {
    ManifestEntry entry = manifest.past().get(input.name());
    return entry != null
        && holds(entry)
        && input.problem() == null
        && unchanged(entry, input.path())
        && members(entry).stream().allMatch(this::holds);
  }

  /** Whether a member of an archive need not be converted again. */
  boolean isMemberDone(ReadResult.Facts member) {
    ManifestEntry entry = manifest.past().get(member.name());
    return entry != null && holds(entry) && entry.facts().modified() == member.modified();
  }

  /** The line of an input, or of a member, that needs not be converted again. */
  ManifestEntry entry(String input) {
    return Objects.requireNonNull(manifest.past().get(input), input);
  }

  /** The lines of the members of an archive; none of another input. */
  List<ManifestEntry> members(ManifestEntry archive) {
    String name = archive.input();
    return manifest.past().subMap(name + "!", name + (char) ('!' + 1)).values().stream()
        .filter(member -> member.facts().modified() == archive.facts().modified())
        .toList();
  }

  private boolean holds(ManifestEntry entry) {
    if (!entry.settings().equals(settings)) {
      return false;
    }
    if (entry.error() != null) {
      boolean again =
          options.existing() == BatchOptions.Existing.RETRY_FAILED
              || RecordingReader.isPassing(entry.error());
      // An input without a size could not be read: trying again costs nothing.
      return !again && entry.facts().size() >= 0;
    }
    return entry.outputs().stream().allMatch(folder::has);
  }

  private boolean unchanged(ManifestEntry entry, Path path) {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      if (now.size() != entry.facts().size()) {
        return false;
      }
      return options.existing() == BatchOptions.Existing.RESUME_BY_HASH
          ? HashedStream.hashOf(path).equals(entry.facts().sha256())
          : now.lastModifiedTime().toMillis() == entry.facts().modified();
    } catch (IOException e) {
      return false;
    }
  }
}
