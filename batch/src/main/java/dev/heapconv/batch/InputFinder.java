package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.text.PathNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the inputs that the arguments of a batch name: files, folders (recursively) and globs. The
 * order is that of the arguments, and by name within a folder.
 *
 * <p>Hidden files and folders are skipped: other programs may still be writing them. Links are
 * followed, but each folder is read only once, so that loops end; the output folder is never read.
 */
final class InputFinder {

  private final NameFilter filter;
  private final Path outputFolder;
  private final List<BatchInput> inputs = new ArrayList<>();
  private final Set<Path> paths = new HashSet<>();
  private final Set<String> problems = new HashSet<>();
  private final FolderWalk folders = new FolderWalk(name -> name.startsWith("."));

  /**
   * @param outputFolder to be skipped; need not exist
   */
  InputFinder(NameFilter filter, Path outputFolder) {
    this.filter = filter;
    this.outputFolder = outputFolder;
    folders.begin(outputFolder);
  }

  /**
   * Finds all inputs.
   *
   * @param arguments files, folders and globs
   * @param listed more files and folders, whose names are taken literally
   */
  static List<BatchInput> find(
      List<String> arguments, List<String> listed, NameFilter filter, Path outputFolder)
      throws IOException {
    InputFinder finder = new InputFinder(filter, outputFolder);
    // The outputs of a single folder mirror its content; otherwise full paths are kept to tell the
    // folders apart.
    boolean single = arguments.size() + listed.size() == 1;
    for (String argument : arguments) {
      Path path = finder.path(argument);
      if (path != null && !Files.exists(path) && isGlob(argument)) {
        finder.addGlob(argument);
      } else if (path != null) {
        finder.add(path, single);
      }
    }
    for (String name : listed) {
      Path path = finder.path(name);
      if (path != null) {
        finder.add(path, single);
      }
    }
    return finder.inputs;
  }

  private @Nullable Path path(String name) {
    try {
      return PathNames.path(name);
    } catch (IllegalArgumentException e) {
      addProblem(HeapConvException.input(ErrorId.NO_SUCH_FILE, name));
      return null;
    }
  }

  private static boolean isGlob(String argument) {
    return argument.indexOf('*') >= 0 || argument.indexOf('?') >= 0 || argument.indexOf('[') >= 0;
  }

  private void add(Path path, boolean single) {
    if (Files.isDirectory(path)) {
      walk(path, single ? Path.of("") : path.normalize(), filter::takes);
    } else {
      addFile(path, path, true);
    }
  }

  private void addGlob(String glob) {
    Path pattern = Path.of(glob);
    Path base = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    for (Path component : pattern) {
      if (isGlob(component.toString())) {
        break;
      }
      base = base.resolve(component);
    }
    PathMatcher matcher = NameFilter.matcher(glob);
    Path start = base;
    int before = inputs.size();
    walk(
        start,
        start,
        relative -> matcher.matches(start.resolve(relative)) && filter.takes(relative));
    // Another glob may reach the same folder again.
    folders.begin(outputFolder);
    if (inputs.size() == before) {
      addProblem(HeapConvException.input(ErrorId.NO_SUCH_FILE, glob));
    }
  }

  /** Adds the files of a folder that are inputs by their paths in it. */
  private void walk(Path folder, Path prefix, Predicate<Path> choice) {
    folders.list(
        folder,
        new FolderWalk.Found() {
          @Override
          public boolean enters(Path relative) {
            return !filter.prunes(relative);
          }

          @Override
          public void file(Path relative, Path file) {
            if (choice.test(relative)) {
              addFile(file, prefix.resolve(relative), false);
            }
          }

          @Override
          public void unreadable(Path unread, IOException problem) {
            addProblem(HeapConvException.unreadable(PathNames.text(unread), problem));
          }
        });
  }

  private void addFile(Path path, Path mirrored, boolean named) {
    if (paths.add(path)) {
      String stem = OutputNames.stem(mirrored);
      inputs.add(new BatchInput(PathNames.text(path), path, named, stem, null));
    }
  }

  private void addProblem(HeapConvException problem) {
    String name = problem.where();
    if (problems.add(name)) {
      inputs.add(new BatchInput(name, Path.of(""), true, "_", problem));
    }
  }
}
