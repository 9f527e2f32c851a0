package dev.heapconv.batch;

import dev.heapconv.fleet.FleetPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What earlier batches in the folder finished, and whether that still holds. */
final class Past {

  private final BatchOptions options;
  private final OutputFolder folder;
  private final Manifest manifest;
  private final String settings;
  private final Map<String, List<ManifestEntry>> membersOfArchives = new HashMap<>();

  Past(BatchOptions options, OutputFolder folder, Manifest manifest) {
    this.options = options;
    this.folder = folder;
    this.manifest = manifest;
    this.settings = options.settings();
    for (ManifestEntry entry : manifest.past()) {
      String name = entry.input();
      for (int at = name.indexOf('!'); at > 0; at = name.indexOf('!', at + 1)) {
        ManifestEntry archive = manifest.past(name.substring(0, at));
        if (archive != null
            && (archive.members() >= 0 || archive.error() != null)
            && archive.facts().modified() == entry.facts().modified()) {
          membersOfArchives.computeIfAbsent(archive.input(), key -> new ArrayList<>()).add(entry);
          break;
        }
      }
    }
  }

  /** The files in the output folder that already belong to something, inputs there included. */
  OutputClaims claims(List<BatchInput> inputs) {
    OutputClaims claims = new OutputClaims(options.format().extension());
    for (ManifestEntry entry : manifest.past()) {
      for (String output : entry.outputs()) {
        claims.add(output, entry.input());
      }
    }
    claims.add(Manifest.FILE_NAME, "");
    if (options.fleet() != null) {
      for (Path file : options.fleet().files()) {
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
    ManifestEntry entry = manifest.past(input.name());
    if (entry == null
        || !holds(entry)
        || input.problem() != null
        || !unchanged(entry, input.path())) {
      return false;
    }
    return members(input.name()).stream().allMatch(this::holds);
  }

  /** Whether a member of an archive need not be converted again. */
  boolean isMemberDone(String name, Path archive) {
    ManifestEntry entry = manifest.past(name);
    try {
      return entry != null
          && holds(entry)
          && entry.facts().modified() == Files.getLastModifiedTime(archive).toMillis();
    } catch (IOException e) {
      return false;
    }
  }

  /** The lines of the members of an archive. */
  List<ManifestEntry> members(String archive) {
    return membersOfArchives.getOrDefault(archive, List.of());
  }

  /** The line of an input, or of a member, that needs not be converted again. */
  ManifestEntry entry(String input) {
    return Objects.requireNonNull(manifest.past(input), input);
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
    if (!entry.outputs().stream().allMatch(folder::has)) {
      return false;
    }
    return options.fleet() == null || entry.members() >= 0 || hasPart(entry);
  }

  /** Whether the part of an input is there, and not damaged. */
  private boolean hasPart(ManifestEntry entry) {
    Path part = folder.part(entry.input());
    try {
      if (entry.partBytes() < 0 || Files.size(part) != entry.partBytes()) {
        return false;
      }
      FleetPart.check(part);
      return true;
    } catch (IOException e) {
      return false;
    }
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
