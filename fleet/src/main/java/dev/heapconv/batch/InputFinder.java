package dev.heapconv.batch;

import dev.heapconv.io.PathNames;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  private final @Nullable Path outputFolder;
  private final List<BatchInput> inputs = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private InputFinder(@Nullable Path outputFolder) {
    this.outputFolder = outputFolder;
  }

  /**
   * Finds all inputs.
   *
   * @param arguments files, folders and globs
   * @param outputFolder to be skipped; need not exist; null for none
   */
  static List<BatchInput> find(List<String> arguments, @Nullable Path outputFolder)
      throws IOException {
    InputFinder finder = new InputFinder(outputFolder);
    // The outputs of a single folder mirror its content; otherwise full paths are kept to tell the
    // folders apart.
    boolean single = arguments.size() == 1;
    for (String argument : arguments) {
      Path path = finder.path(argument);
      if (path != null && !Files.exists(path) && isGlob(argument)) {
        finder.addGlob(argument);
      } else if (path != null) {
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

  private void add(Path path, boolean single) throws IOException {
    if (Files.isDirectory(path)) {
      addFolder(path, single ? Path.of("") : path.normalize(), file -> true);
    } else {
      addFile(path, path, true);
    }
  }

  private void addGlob(String glob) throws IOException {
    Path pattern = Path.of(glob);
    Path start = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    for (Path component : pattern) {
      if (isGlob(component.toString())) {
        break;
      }
      start = start.resolve(component);
    }
    PathMatcher matcher = matcher(glob);
    Path base = start;
    int before = inputs.size();
    addFolder(base, base, relative -> matches(matcher, base.resolve(relative)));
    if (inputs.size() == before) {
      addProblem(HeapConvException.input(ErrorId.NO_SUCH_FILE, glob));
    }
  }

  /** A path matcher for a glob in which {@code **}{@code /} may also match no folder. */
  private static PathMatcher matcher(String glob) {
    // Java's globs cannot nest braces, so a glob with braces keeps Java's meaning.
    String pattern = glob.indexOf('{') < 0 ? glob.replace("**/", "{**/,}") : glob;
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }

  private static boolean matches(PathMatcher glob, Path path) {
    try {
      return glob.matches(path);
    } catch (InvalidPathException e) {
      // A name that no glob can match.
      return false;
    }
  }

  /** Adds the files of a folder that are inputs by their paths in it. */
  private void addFolder(Path folder, Path prefix, Predicate<Path> choice) throws IOException {
    Set<Path> files = new TreeSet<>();
    Set<Object> foldersRead = new HashSet<>();
    if (outputFolder != null) {
      foldersRead.add(TouchedFiles.identity(outputFolder));
    }
    Files.walkFileTree(
        folder,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
            boolean skipped = !entered.equals(folder) && isHidden(entered);
            return !skipped && foldersRead.add(TouchedFiles.identity(entered))
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          /** No pipe or device is an input; a link that leads nowhere is one that fails. */
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!attributes.isOther() && !isHidden(file) && choice.test(folder.relativize(file))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path unread, IOException problem) {
            if (!isHidden(unread) && !(problem instanceof java.nio.file.FileSystemLoopException)) {
              addProblem(HeapConvException.unreadable(PathNames.text(unread), problem));
            }
            return FileVisitResult.CONTINUE;
          }

          /** A folder can fail while it is listed, as on a disk or a server that is gone. */
          @Override
          public FileVisitResult postVisitDirectory(Path listed, @Nullable IOException problem) {
            if (problem != null) {
              addProblem(HeapConvException.unreadable(PathNames.text(listed), problem));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.forEach(file -> addFile(file, prefix.resolve(folder.relativize(file)), false));
  }

  private static boolean isHidden(Path path) {
    return path.getFileName() != null && path.getFileName().toString().startsWith(".");
  }

  private void addFile(Path path, Path mirrored, boolean named) {
    String stem = OutputNames.stem(mirrored);
    add(new BatchInput(PathNames.text(path), path, named, stem, null));
  }

  private void addProblem(HeapConvException problem) {
    add(new BatchInput(problem.where(), Path.of(""), true, "_", problem));
  }

  private void add(BatchInput input) {
    if (names.add(input.name())) {
      inputs.add(input);
    }
  }
}
