package dev.heapconv.symbols;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Naming;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Names the frames of recordings from files with symbols: unnamed ones, and for binaries with a
 * build id also those with a name but no line, whose name stays unless there is a line too. Each
 * address of a binary is looked up once, however many recordings contain it. Where the options
 * allow it, files at the recorded paths help out.
 *
 * <p>The result does not depend on the number of threads. Whatever prevents names is a warning of
 * the recording, one for each kind.
 */
public final class Symbols implements Naming, AutoCloseable {

  private final SymbolOptions options;
  private final SymbolSource source;
  private final ModuleNamer namer;
  private final ExecutorService threads;

  /**
   * @param progress receives the path of each binary whose addresses are about to be looked up, on
   *     any thread
   */
  public Symbols(SymbolOptions options, Consumer<String> progress) {
    this.options = options;
    source = new SymbolSource(options);
    namer = new ModuleNamer(options, source, progress);
    threads =
        Executors.newFixedThreadPool(
            options.threads(),
            task -> {
              Thread thread = new Thread(task, "symbols");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * The llvm-symbolizer in the first of some folders that has one, of several versions there the
   * newest; null if none has.
   */
  public static @Nullable Path findSymbolizer(List<Path> folders) {
    return LlvmSymbolizer.find(folders);
  }

  /**
   * @throws InterruptedIOException if the thread is interrupted
   */
  @Override
  public RecordedProfile apply(RecordedProfile recorded) throws IOException {
    StackTable stacks = recorded.stacks();
    // Files that nobody has named are opened for the sake of names only, not of lines.
    List<ModuleFrames> modules =
        options.isGiven() ? ModuleFrames.improvable(stacks) : ModuleFrames.unnamed(stacks);
    List<Problem> problems = new ArrayList<>();
    if (!modules.isEmpty()) {
      for (String unreadable : source.problems()) {
        problems.add(new Problem(ErrorId.UNREADABLE_SYMBOLS, unreadable, ""));
      }
    }
    int unnamed = unnamed(modules, stacks);
    List<ModuleNamer.Names> found = find(modules, recorded);
    problems.addAll(source.failures());
    Set<String> localFiles = new LinkedHashSet<>();
    boolean isOfUse = false;
    for (int i = 0; i < modules.size(); i++) {
      ModuleFrames module = modules.get(i);
      ModuleNamer.Names names = found.get(i);
      boolean isNamed = unnamed(List.of(module), stacks) == 0;
      for (Problem problem : names.problems()) {
        // A stripped binary is of use for its code; lines would be welcome, but nothing lacks a
        // name.
        boolean mayBeStripped = isNamed && problem.id() == ErrorId.NO_FITTING_SYMBOLS;
        if (mayBeStripped && source.findCode(module.mapping()) != null) {
          isOfUse = true;
        } else {
          problems.add(problem);
        }
      }
      boolean named = false;
      for (int k = 0; k < names.lines().size(); k++) {
        named |= improve(stacks, module.frames().getInt(k), names.lines().get(k));
      }
      if (named && !names.localFile().isEmpty()) {
        localFiles.add(names.localFile());
      }
      if (named && names.byPath()) {
        problems.add(new Problem(ErrorId.NAMED_BY_PATH, module.name(), ""));
      }
    }
    int named = unnamed - unnamed(modules, stacks);
    boolean failed = source.hasFailed();
    if (named == 0 && !failed && problems.isEmpty() && !modules.isEmpty() && source.isOneFile()) {
      ModuleFrames largest =
          Collections.max(modules, Comparator.comparing(module -> module.frames().size()));
      String reason = source.find(largest.mapping(), null).reason();
      if (!reason.isEmpty()) {
        problems.add(new Problem(ErrorId.NO_FITTING_SYMBOLS, largest.name(), reason));
      }
    }
    RecordedProfile result = recorded;
    for (Notice notice : Problem.summary(problems)) {
      result = result.withNotice(notice);
    }
    return named == 0 && !options.isGiven()
        ? result
        : Naming.counted(
            result, by(localFiles), named, unnamed, failed || isOfUse || !problems.isEmpty());
  }

  /** What has named functions. */
  private String by(Set<String> localFiles) {
    if (localFiles.isEmpty()) {
      return "symbols";
    }
    return options.isGiven()
        ? "symbols and files on this machine"
        : localFiles.iterator().next()
            + (localFiles.size() > 1 ? " and other files" : "")
            + " on this machine";
  }

  private static int unnamed(List<ModuleFrames> modules, StackTable stacks) {
    int unnamed = 0;
    for (ModuleFrames module : modules) {
      for (int frame : module.frames()) {
        unnamed += ModuleFrames.isUnnamed(stacks.lines(frame)) ? 1 : 0;
      }
    }
    return unnamed;
  }

  private List<ModuleNamer.Names> find(List<ModuleFrames> modules, RecordedProfile recorded)
      throws IOException {
    LocalFiles localFiles = options.localFiles() ? new LocalFiles(recorded) : null;
    List<ModuleFrames> largestFirst = new ArrayList<>(modules);
    largestFirst.sort(Comparator.comparing(module -> -module.frames().size()));
    Map<ModuleFrames, Future<ModuleNamer.Names>> tasks = new HashMap<>();
    try {
      for (ModuleFrames module : largestFirst) {
        tasks.put(module, threads.submit(() -> namer.names(module, recorded.stacks(), localFiles)));
      }
      List<ModuleNamer.Names> found = new ArrayList<>();
      for (ModuleFrames module : modules) {
        found.add(Objects.requireNonNull(tasks.get(module)).get());
      }
      return found;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        // Such as too little memory: what needs less of it can perhaps go on.
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      tasks.values().forEach(task -> task.cancel(true));
    }
  }

  private static boolean improve(StackTable stacks, int frame, List<SourceLine> lines) {
    boolean better =
        ModuleFrames.isUnnamed(stacks.lines(frame))
            ? !lines.isEmpty()
            : ModuleFrames.hasLine(lines);
    if (better) {
      stacks.setLines(frame, lines);
    }
    return better;
  }

  @Override
  public String settings() {
    return "symbols"
        + options.paths()
        + options.symbolizer()
        + options.debuginfod()
        + options.localFiles();
  }

  /**
   * The file with the code of a binary, of the same build id, from where names come from: debug
   * files have no code.
   *
   * @return null if there is none
   */
  public @Nullable Path findCode(Mapping mapping) throws IOException {
    return source.findCode(mapping);
  }

  /** The recording with a warning if servers failed since one was said last. */
  public RecordedProfile withFailures(RecordedProfile recorded) {
    RecordedProfile result = recorded;
    for (Notice notice : Problem.summary(source.failures())) {
      result = result.withNotice(notice);
    }
    return result;
  }

  /**
   * The binaries with unnamed frames, those of most bytes first, and which file has their symbols.
   */
  public List<ModuleSymbols> describe(RecordedProfile recorded) throws IOException {
    List<ModuleFrames> modules = ModuleFrames.unnamed(recorded.stacks());
    double[] bytes = ModuleBytes.of(recorded, modules);
    double all = ModuleBytes.all(recorded);
    LocalFiles localFiles = options.localFiles() ? new LocalFiles(recorded) : null;
    List<ModuleSymbols> described = new ArrayList<>();
    for (int i = 0; i < modules.size(); i++) {
      ModuleFrames module = modules.get(i);
      String file = "";
      String reason = "";
      if (ModuleFrames.hasFile(module.mapping())) {
        try {
          SymbolSource.FoundSymbols found = source.find(module.mapping(), localFiles);
          file = found.file() == null ? "" : found.file().name();
          reason = found.reason();
        } catch (InterruptedIOException e) {
          throw e;
        } catch (IOException e) {
          reason = HeapConvException.reason(e);
        }
      }
      described.add(
          new ModuleSymbols(
              module.mapping().path(),
              module.mapping().buildId(),
              module.frames().size(),
              bytes[i],
              all > 0 ? bytes[i] / all : 0,
              file,
              reason));
    }
    described.sort(
        Comparator.comparing((ModuleSymbols module) -> -module.bytes())
            .thenComparing(ModuleSymbols::path));
    return described;
  }

  /**
   * Ends what is still being looked up, and deletes temporary files. May be called from any thread,
   * and more than once.
   */
  @Override
  public void close() throws IOException {
    stop();
    source.close();
  }

  /** Ends what is still being looked up, without waiting for anything. */
  public void stop() {
    threads.shutdownNow();
    namer.close();
  }
}
