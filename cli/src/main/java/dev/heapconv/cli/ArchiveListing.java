package dev.heapconv.cli;

import dev.heapconv.Formats;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.InputSource.ArchiveMember;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * What the members of an archive are.
 *
 * @param members those that belong to a profile
 * @param others how many others there are
 */
record ArchiveListing(String name, List<ArchiveMember> members, int others) {

  /**
   * Lists an archive, up to damage in it.
   *
   * @return null if it is something else, or not a file, which can be read only once
   */
  static @Nullable ArchiveListing of(InputSource source, Limits limits) throws IOException {
    try {
      List<ArchiveMember> all =
          source.size() < 0 ? null : source.members(limits, Formats.STANDARD::content);
      if (all == null || all.isEmpty()) {
        return null;
      }
      List<ArchiveMember> known =
          all.stream().filter(member -> member.content() != InputContent.OTHER).toList();
      return new ArchiveListing(source.name(), known, all.size() - known.size());
    } catch (HeapConvException e) {
      // Reported when it is read.
      return null;
    }
  }

  /** For people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(name + ": archive");
    int width = members.stream().mapToInt(member -> member.name().length()).max().orElse(0);
    for (ArchiveMember member : members) {
      String padding = " ".repeat(width - member.name().length() + 2);
      lines.add("  " + member.name() + padding + description(member.content()));
    }
    if (others > 0) {
      lines.add("  " + others + (others == 1 ? " other file" : " other files"));
    }
    return lines;
  }

  private static String description(InputContent content) {
    return switch (content) {
      case TRACE -> "Perfetto trace";
      case SYMBOLS -> "symbols or deobfuscation map of a trace";
      case PROFILE -> "profile in another format";
      case UNREAD -> "profile that is not read";
      case ARCHIVE -> "archive in the archive, which is not opened";
      case MANIFEST -> "what the archive says of its traces";
      case OTHER -> "not a profile";
    };
  }

  /** For programs. */
  void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("input", name);
    json.writeArrayPropertyStart("members");
    for (ArchiveMember member : members) {
      json.writeStartObject();
      json.writeStringProperty("name", member.name());
      json.writeStringProperty("content", member.content().id());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("others", others);
    json.writeEndObject();
  }
}
