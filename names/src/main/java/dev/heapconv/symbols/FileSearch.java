package dev.heapconv.symbols;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the files below some paths, in a fixed order, and examines each once. Links are followed,
 * and each folder is entered once.
 */
final class FileSearch {

  /** More than any symbol server has; reached when a link leads to the whole system. */
  private static final int MAX_FILES = 1_000_000;

  private static final int MAX_PROBLEMS = 1000;

  private static final String NOT_SYMBOLS = "neither a binary, an archive nor a Breakpad file";

  /** Smaller files hold no symbols; files that the kernel makes up have no size. */
  private static final int MIN_SIZE = 32;

  /**
   * A file.
   *
   * @param path as reached from the given paths
   * @param again whether it was found before, by another link
   */
  record FoundFile(Path path, FileFacts facts, boolean again) {}

  private final List<FoundFile> files = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** By what the file system knows a file by, whatever links lead to it. */
  private final Map<Object, FileFacts> known = new HashMap<>();

  private final Set<Object> entered = new HashSet<>();

  List<FoundFile> files() {
    return files;
  }

  /** What could not be read, and why. */
  List<String> problems() {
    return problems;
  }

  void walk(List<Path> paths) {
    for (Path path : paths) {
      Deque<Path> left = new ArrayDeque<>();
      visit(path, left, true);
      while (!left.isEmpty()) {
        if (files.size() == MAX_FILES) {
          problem(path, "more than " + MAX_FILES + " files; the rest was left out");
          return;
        }
        visit(left.pop(), left, false);
      }
    }
  }

  /**
   * @param named whether it is one of the given paths
   */
  private void visit(Path path, Deque<Path> left, boolean named) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      Object key = attributes.fileKey() == null ? path.toRealPath() : attributes.fileKey();
      if (attributes.isDirectory() && entered.add(key)) {
        List<Path> inside = list(path);
        // The first one is to be on top of the stack.
        inside.sort(Collections.reverseOrder());
        inside.forEach(left::push);
      } else if (attributes.isRegularFile() && attributes.size() >= MIN_SIZE) {
        examine(path, key, named);
      } else if (named && !attributes.isDirectory()) {
        problem(path, attributes.isOther() ? "not a regular file" : NOT_SYMBOLS);
      }
    } catch (NoSuchFileException e) {
      if (named || !Files.isSymbolicLink(path)) {
        problem(path, "no such file or folder");
      }
    } catch (IOException e) {
      problem(path, reason(e));
    }
  }

  private void examine(Path path, Object key, boolean named) throws IOException {
    FileFacts facts = known.get(key);
    boolean again = facts != null;
    if (facts == null) {
      known.put(key, FileFacts.OTHER);
      facts = FileExamination.of(path);
      known.put(key, facts);
      if (!facts.problem().isEmpty()) {
        problem(path, facts.problem());
      }
    }
    files.add(new FoundFile(path, facts, again));
    if (named && facts.content() == FileFacts.Content.OTHER && facts.problem().isEmpty()) {
      problem(path, NOT_SYMBOLS);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    List<Path> inside = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(inside::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return inside;
  }

  private void problem(Path path, String reason) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(path + ": " + reason);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    // The message would repeat the path.
    String reason = e instanceof FileSystemException of ? of.getReason() : null;
    return "cannot be read: " + (reason == null ? e.getMessage() : reason);
  }
}
