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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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

  /** A file that changed so recently may change again within the same tick of its clock. */
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * A file.
   *
   * @param path as reached from the given paths
   * @param same index of the first file found that is the same one, by another link; its own
   *     position if it is the first
   */
  record Found(Path path, long size, long modified, int same) {}

  private final List<Found> files = new ArrayList<>();
  private final List<FileFacts> facts = new ArrayList<>();
  private final List<Integer> namedFiles = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<Object, Integer> firstOf = new HashMap<>();
  private final Set<Object> entered = new HashSet<>();

  List<Found> files() {
    return files;
  }

  /** What is known of the file at a position. */
  FileFacts facts(int file) {
    return facts.get(files.get(file).same());
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
        int same = firstOf.merge(key, files.size(), (first, again) -> first);
        long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        if (named) {
          namedFiles.add(files.size());
        }
        files.add(new Found(path, attributes.size(), modified, same));
      } else if (named && !attributes.isDirectory()) {
        problem(path, NOT_SYMBOLS);
      }
    } catch (NoSuchFileException e) {
      if (named || !Files.isSymbolicLink(path)) {
        problem(path, "no such file or folder");
      }
    } catch (IOException e) {
      problem(path, reason(e));
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

  /**
   * Examines the files that the cache does not know.
   *
   * @param threads maximum number of concurrent threads, of which the caller's is one
   */
  void examine(@Nullable IndexCache cache, int threads) {
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    List<Integer> unknown = new ArrayList<>();
    String[] paths = new String[files.size()];
    for (int i = 0; i < files.size(); i++) {
      Found file = files.get(i);
      FileFacts known = null;
      if (cache != null && file.same() == i) {
        paths[i] = file.path().toAbsolutePath().normalize().toString();
        known = cache.get(paths[i], file.size(), file.modified());
      }
      facts.add(known == null ? FileFacts.OTHER : known);
      if (known == null && file.same() == i) {
        unknown.add(i);
      }
    }
    Examiner examiner = new Examiner(unknown);
    examiner.run(Math.min(threads, unknown.size()));
    for (int k = 0; k < unknown.size(); k++) {
      int i = unknown.get(k);
      Found file = files.get(i);
      FileFacts found = examiner.results[k];
      facts.set(i, found);
      boolean usable = found.problem().isEmpty();
      if (!usable) {
        problem(file.path(), found.problem());
      } else if (cache != null && file.modified() < now - SETTLED_NANOS) {
        cache.put(paths[i], file.size(), file.modified(), found);
      }
    }
    for (int named : namedFiles) {
      FileFacts found = facts(named);
      if (found.content() == FileFacts.Content.OTHER && found.problem().isEmpty()) {
        problem(files.get(named).path(), NOT_SYMBOLS);
      }
    }
  }

  /** Examines files with several threads. */
  private final class Examiner {
    private final List<Integer> unknown;
    private final FileFacts[] results;
    private final AtomicInteger next = new AtomicInteger();

    Examiner(List<Integer> unknown) {
      this.unknown = unknown;
      results = new FileFacts[unknown.size()];
    }

    void run(int threads) {
      List<Thread> others = new ArrayList<>();
      for (int i = 1; i < threads; i++) {
        Thread thread = new Thread(this::work, "symbol-files-" + i);
        thread.setDaemon(true);
        thread.start();
        others.add(thread);
      }
      work();
      boolean interrupted = false;
      for (Thread thread : others) {
        while (thread.isAlive()) {
          try {
            thread.join();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void work() {
      for (int k; (k = next.getAndIncrement()) < results.length; ) {
        results[k] = FileFacts.unusable("examining it failed");
        try {
          results[k] = FileExamination.of(files.get(unknown.get(k)).path());
        } catch (IOException e) {
          results[k] = FileFacts.unusable(reason(e));
        }
      }
    }
  }
}
