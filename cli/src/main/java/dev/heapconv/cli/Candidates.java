package dev.heapconv.cli;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What can follow on an incomplete command line. */
final class Candidates {

  /** A line of its own in the output: names of files can follow, too. */
  static final String FILES = ":";

  /** Larger inputs would keep the user waiting. */
  private static final long MAX_BYTES = 64 << 20;

  private static final Set<String> FILE_LABELS = Set.of("OUT", "DIR", "FILE", "LAB");

  private final List<String> inputs = new ArrayList<>();
  private CommandSpec command;
  private @Nullable OptionSpec pending;

  Candidates(CommandSpec root) {
    command = root;
  }

  /**
   * The candidates, whole words that begin like the last word.
   *
   * @param words the words before the cursor without the name of the program; the last may be empty
   */
  List<String> of(List<String> words) throws IOException {
    // Bash makes --by=library three words.
    List<String> before =
        new ArrayList<>(words.isEmpty() ? words : words.subList(0, words.size() - 1));
    before.removeIf("="::equals);
    String current =
        words.isEmpty() || words.get(words.size() - 1).equals("=")
            ? ""
            : words.get(words.size() - 1);
    before.forEach(this::read);
    if (pending != null) {
      return startingWith(current, "", values(pending));
    }
    int value = current.indexOf('=');
    OptionSpec option = value < 0 ? null : command.findOption(current.substring(0, value));
    if (option != null) {
      return startingWith(current, current.substring(0, value + 1), values(option));
    }
    List<String> all = new ArrayList<>();
    if (current.startsWith("-")) {
      for (OptionSpec each : command.options()) {
        all.addAll(List.of(each.names()));
      }
    } else if (topics() != null) {
      if (inputs.isEmpty()) {
        topics().forEach(all::add);
      }
    } else {
      all.add(FILES);
      if (inputs.isEmpty()) {
        all.addAll(command.subcommands().keySet());
      }
    }
    return startingWith(current, "", all);
  }

  /** What a command takes that has no inputs; null if it has some. */
  private @Nullable Iterable<String> topics() {
    List<PositionalParamSpec> words = command.positionalParameters();
    return words.isEmpty() ? null : words.get(0).completionCandidates();
  }

  private void read(String word) {
    if (pending != null) {
      pending = null;
    } else if (word.startsWith("-") && word.length() > 1) {
      OptionSpec option = command.findOption(word);
      pending = option != null && option.arity().min() > 0 ? option : null;
    } else if (inputs.isEmpty() && command.subcommands().containsKey(word)) {
      command = command.subcommands().get(word).getCommandSpec();
    } else {
      inputs.add(word);
    }
  }

  private static List<String> startingWith(String start, String prefix, Iterable<String> values) {
    List<String> matching = new ArrayList<>();
    for (String value : values) {
      if (value.equals(FILES) || (prefix + value).startsWith(start)) {
        matching.add(value.equals(FILES) ? value : prefix + value);
      }
    }
    return matching;
  }

  private Iterable<String> values(OptionSpec option) throws IOException {
    if (option.longestName().equals("--process") || option.longestName().equals("--heap")) {
      return names(option.longestName().equals("--process"));
    }
    if (FILE_LABELS.contains(option.paramLabel())) {
      return List.of(FILES);
    }
    List<String> values = new ArrayList<>();
    // A label lists the values that are not open to choice in lower case.
    for (String value : option.paramLabel().split("\\|")) {
      if (Character.isLowerCase(value.charAt(0))) {
        values.add(value);
      }
    }
    if (values.isEmpty() && option.completionCandidates() != null) {
      option.completionCandidates().forEach(values::add);
    }
    return values;
  }

  private Set<String> names(boolean processes) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String input : inputs) {
      try {
        InputSource source = InputSource.parse(input);
        if (source.size() < 0 || source.size() > MAX_BYTES) {
          continue;
        }
        for (RecordedProfile recording : HeapConv.readAll(source, ReadOptions.DEFAULT)) {
          for (RecordedHeap heap : recording.heaps()) {
            names.add(processes ? heap.info().process() : heap.info().heap());
          }
        }
      } catch (IOException | InvalidPathException e) {
        // It has no names, then.
      }
    }
    names.remove("");
    return names;
  }
}
