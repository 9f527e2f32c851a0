package dev.heapconv.symbols;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Names the frames of one binary by the best means there are. */
final class ModuleNamer implements Closeable {

  /**
   * What is known of the addresses in one symbol file. Its lock is held while addresses are looked
   * up, so that none is looked up twice.
   */
  private static final class KnownNames {
    private final Long2ObjectOpenHashMap<List<SourceLine>> names = new Long2ObjectOpenHashMap<>();

    /** Why some addresses have no names, or poorer ones; null if nothing failed. */
    private @Nullable Problem problem;
  }

  /** Instead of an address that is not known; no code is there. */
  private static final long NOWHERE = -1;

  private final SymbolSource source;
  private final Map<SymbolFile, KnownNames> known = new ConcurrentHashMap<>();
  private final @Nullable LlvmSymbolizer llvm;
  private final AddressNamer symbolTables = new SymbolTableNamer();
  private final AddressNamer breakpad = new BreakpadNamer();
  private final Consumer<String> progress;

  ModuleNamer(SymbolOptions options, SymbolSource source, Consumer<String> progress) {
    this.source = source;
    this.progress = progress;
    Path program = options.symbolizer();
    llvm = program == null ? null : new LlvmSymbolizer(program, LlvmSymbolizer.TIME_OUT);
  }

  /**
   * What was found for the frames of a binary.
   *
   * @param lines for each frame, empty if nothing is known; no lists if there is no file
   * @param byPath whether only the path says that the file fits
   * @param localFile the file, if it is the one at the recorded path; empty otherwise
   */
  record Names(
      List<List<SourceLine>> lines, boolean byPath, String localFile, List<Problem> problems) {

    private static Names none(List<Problem> problems) {
      return new Names(List.of(), false, "", problems);
    }
  }

  /**
   * Only reads the stack table, as other threads do at the same time.
   *
   * @param localFiles what is on this machine; null to leave it out
   * @throws InterruptedIOException if the thread is interrupted
   */
  Names names(ModuleFrames module, StackTable stacks, @Nullable LocalFiles localFiles)
      throws InterruptedIOException {
    List<Problem> problems = new ArrayList<>();
    try {
      SymbolSource.FoundSymbols found = source.find(module.mapping(), localFiles);
      SymbolFile file = found.file();
      if (file == null) {
        if (found.similar()) {
          problems.add(new Problem(ErrorId.NO_FITTING_SYMBOLS, module.name(), found.reason()));
        }
        return Names.none(problems);
      }
      if (llvm == null && ask(file, false, ElfFile::hasDebugInfo)) {
        problems.add(new Problem(ErrorId.NO_SYMBOLIZER, module.name(), ""));
      }
      long[] addresses = addresses(module, stacks, file);
      KnownNames ofFile = known.computeIfAbsent(file, unused -> new KnownNames());
      synchronized (ofFile) {
        lookUp(module, file, addresses, ofFile);
        if (ofFile.problem != null) {
          problems.add(ofFile.problem);
        }
        List<List<SourceLine>> lines = new ArrayList<>();
        for (long address : addresses) {
          lines.add(ofFile.names.getOrDefault(address, List.of()));
        }
        return new Names(lines, found.byPath(), found.local() ? file.name() : "", problems);
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Even a mistake of ours must not cost more than the names of one binary.
      problems.add(
          new Problem(ErrorId.UNUSABLE_SYMBOLS, module.name(), HeapConvException.reason(e)));
      return Names.none(problems);
    }
  }

  /** Addresses of the frames as in the symbol table of the binary; {@link #NOWHERE} if unknown. */
  private static long[] addresses(ModuleFrames module, StackTable stacks, SymbolFile file)
      throws IOException {
    Map<Mapping, OptionalLong> biases = new HashMap<>();
    long[] addresses = new long[module.frames().size()];
    for (int i = 0; i < addresses.length; i++) {
      int frame = module.frames().getInt(i);
      Mapping mapping = stacks.mapping(stacks.frameMapping(frame));
      OptionalLong bias = biases.get(mapping);
      if (bias == null) {
        bias = ask(file, OptionalLong.of(0), elf -> elf.addressBias(mapping));
        biases.put(mapping, bias);
      }
      addresses[i] = bias.isEmpty() ? NOWHERE : stacks.frameRelPc(frame) + bias.getAsLong();
    }
    return addresses;
  }

  @FunctionalInterface
  private interface Question<T> {
    T answer(ElfFile elf) throws IOException;
  }

  private static <T> T ask(SymbolFile file, T otherwise, Question<T> question) throws IOException {
    if (file.format() != SymbolFile.Format.ELF) {
      return otherwise;
    }
    try (ElfFile elf = ElfFile.open(file.path())) {
      return question.answer(elf);
    }
  }

  private void lookUp(ModuleFrames module, SymbolFile file, long[] addresses, KnownNames ofFile)
      throws InterruptedIOException {
    LongAVLTreeSet missing = new LongAVLTreeSet(Long::compareUnsigned);
    for (long address : addresses) {
      if (address != NOWHERE && !ofFile.names.containsKey(address)) {
        missing.add(address);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    progress.accept(module.name());
    long[] sorted = missing.toLongArray();
    List<List<SourceLine>> found = new ArrayList<>(Collections.nCopies(sorted.length, List.of()));
    if (llvm != null && file.format() == SymbolFile.Format.ELF) {
      LlvmSymbolizer.Answers answers = llvm.ask(file.path(), sorted);
      found = answers.lines();
      if (!answers.problem().isEmpty()) {
        ofFile.problem = new Problem(ErrorId.SYMBOLIZER_FAILED, file.name(), answers.problem());
      }
    }
    try {
      if (llvm == null || ofFile.problem != null || !isReadByLlvm(file)) {
        addFromTables(file, sorted, found);
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      ofFile.problem =
          new Problem(ErrorId.UNUSABLE_SYMBOLS, file.name(), HeapConvException.reason(e));
    }
    for (int i = 0; i < sorted.length; i++) {
      ofFile.names.put(sorted[i], found.get(i));
    }
  }

  /** Whether llvm-symbolizer has used all that a file has. */
  private static boolean isReadByLlvm(SymbolFile file) throws IOException {
    return ask(file, false, elf -> elf.ofType(ElfFile.SECTION_SYMTAB) != null);
  }

  /** Looks up what has no name yet in symbol tables, some of which llvm-symbolizer ignores. */
  private void addFromTables(SymbolFile file, long[] addresses, List<List<SourceLine>> found)
      throws IOException {
    LongArrayList unknown = new LongArrayList();
    for (int i = 0; i < addresses.length; i++) {
      if (found.get(i).isEmpty()) {
        unknown.add(addresses[i]);
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    AddressNamer namer = file.format() == SymbolFile.Format.ELF ? symbolTables : breakpad;
    List<List<SourceLine>> named = namer.name(file, unknown.toLongArray());
    int next = 0;
    for (int i = 0; i < addresses.length; i++) {
      if (found.get(i).isEmpty()) {
        found.set(i, named.get(next++));
      }
    }
  }

  @Override
  public void close() {
    if (llvm != null) {
      llvm.close();
    }
  }
}
