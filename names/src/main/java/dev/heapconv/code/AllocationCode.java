package dev.heapconv.code;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of allocations that the code of their callers has as constants. Starts at the allocator
 * that the recording names, and goes up from call to call while functions hand their parameters on.
 * Each place of the code is looked at once, when a stack first needs it. Any thread may ask; one
 * gets an answer at a time.
 */
public final class AllocationCode implements Closeable {

  /** Of the profiler and the allocator, which come first. */
  private static final int MAX_NAMED_FRAMES = 8;

  private static final int MAX_CALLERS = 4;

  private final Binaries binaries;
  private final Map<String, Opened> files = new HashMap<>();
  private final Map<Question, Answer> answers = new HashMap<>();
  private final Map<CodeFile, Sites> sites = new HashMap<>();

  /** A file, or why there is none. */
  private static final class Opened {
    private final @Nullable CodeFile file;
    private final Unclear problem;

    Opened(@Nullable CodeFile file, Unclear problem) {
      this.file = file;
      this.problem = problem;
    }
  }

  /** What a call of a goal hands over, at a recorded address. */
  private record Question(CodeFile file, long address, Goal goal) {}

  /** One of three: a size, what is to be asked of the caller, or why nothing is known. */
  private record Answer(long size, @Nullable Goal next, @Nullable Unclear problem) {}

  public AllocationCode(Binaries binaries) {
    this.binaries = binaries;
  }

  /**
   * The size of all allocations of a stack.
   *
   * @throws IOException if looking for binaries failed
   */
  public synchronized SizeOfCode of(StackTable stacks, int stack) throws IOException {
    List<Integer> frames = new ArrayList<>();
    for (int s = stack;
        s != StackTable.ROOT && frames.size() < MAX_NAMED_FRAMES + MAX_CALLERS;
        s = stacks.parent(s)) {
      frames.add(stacks.frame(s));
    }
    int allocator = allocator(stacks, frames);
    if (allocator < 0) {
      return new SizeOfCode.Unknown(Unclear.NO_ALLOCATOR);
    }
    Goal goal = Goal.named(name(stacks, frames.get(allocator)));
    boolean isNamed = true;
    int callers = Math.min(frames.size(), allocator + 1 + MAX_CALLERS);
    for (int i = allocator + 1; i < callers; i++) {
      int frame = frames.get(i);
      Opened opened = opened(stacks, frame);
      if (opened.file == null) {
        String name = name(stacks, frame);
        boolean isKnown =
            isNamed
                && Allocators.size(name) != null
                && Allocators.isOfLibrary(name, mapping(stacks, frame).baseName());
        if (!isKnown) {
          return new SizeOfCode.Unknown(opened.problem);
        }
        goal = Goal.named(name);
        continue;
      }
      OptionalLong bias = opened.file.elf().addressBias(mapping(stacks, frame));
      if (bias.isEmpty()) {
        return new SizeOfCode.Unknown(Unclear.NO_FUNCTION);
      }
      long address = stacks.frameRelPc(frame) + bias.getAsLong();
      Goal library =
          isNamed ? library(opened.file, address, mapping(stacks, frame).baseName()) : null;
      if (library != null) {
        goal = library;
        continue;
      }
      Answer answer = answer(new Question(opened.file, address, goal));
      if (answer.problem != null) {
        return new SizeOfCode.Unknown(answer.problem);
      } else if (answer.next == null) {
        return new SizeOfCode.Constant(answer.size);
      }
      goal = answer.next;
      isNamed = false;
    }
    return new SizeOfCode.Unknown(callers == frames.size() ? Unclear.OUTERMOST : Unclear.TOO_DEEP);
  }

  /** Whether a file with the code of a binary was needed, and found. */
  public synchronized boolean hasRead(Mapping mapping) {
    Opened opened = files.get(mapping.buildId());
    return opened != null && opened.file != null;
  }

  /**
   * The frame of the function that was asked to allocate: of the innermost ones of one binary, the
   * first that is an allocator, or one that calls it with the same parameters.
   */
  private static int allocator(StackTable stacks, List<Integer> frames) {
    int first = -1;
    for (int i = 0; i < Math.min(frames.size(), MAX_NAMED_FRAMES); i++) {
      if (!mapping(stacks, frames.get(i)).equals(mapping(stacks, frames.get(0)))) {
        break;
      }
      Value size = Allocators.size(name(stacks, frames.get(i)));
      if (first >= 0
          && (size == null || !size.equals(Allocators.size(name(stacks, frames.get(first)))))) {
        break;
      }
      first = size == null ? first : i;
    }
    return first;
  }

  /** The function of a C++ library at an address that is known by its name; null if it is not. */
  private static @Nullable Goal library(CodeFile file, long address, String path)
      throws IOException {
    UnwindTable.Range range = file.range(address);
    if (range == null || !Allocators.mayBeLibrary(path)) {
      return null;
    }
    for (String name : file.names(range.start())) {
      Value size = Allocators.size(name);
      if (size != null && Allocators.isOfLibrary(name, path)) {
        return new Goal(name, file, range.start(), size);
      }
    }
    return null;
  }

  private static String name(StackTable stacks, int frame) {
    List<SourceLine> lines = stacks.lines(frame);
    return lines.get(lines.size() - 1).systemName();
  }

  private static final Mapping NOWHERE = new Mapping("", "");

  private static Mapping mapping(StackTable stacks, int frame) {
    int mapping = stacks.frameMapping(frame);
    return mapping == StackTable.NO_MAPPING ? NOWHERE : stacks.mapping(mapping);
  }

  private Opened opened(StackTable stacks, int frame) throws IOException {
    Mapping mapping = mapping(stacks, frame);
    if (mapping.buildId().isEmpty()) {
      return new Opened(null, Unclear.NO_BINARY);
    }
    Opened known = files.get(mapping.buildId());
    if (known == null) {
      known = open(mapping);
      files.put(mapping.buildId(), known);
    }
    return known;
  }

  private Opened open(Mapping mapping) throws IOException {
    Path path = binaries.find(mapping);
    if (path == null) {
      return new Opened(null, Unclear.NO_BINARY);
    }
    try {
      return new Opened(CodeFile.open(path), Unclear.NO_BINARY);
    } catch (CodeFile.UnknownProcessorException e) {
      return new Opened(null, Unclear.OTHER_PROCESSOR);
    } catch (IOException e) {
      return new Opened(null, Unclear.DAMAGED);
    }
  }

  private Answer answer(Question question) {
    Answer known = answers.get(question);
    if (known == null) {
      known = find(question);
      answers.put(question, known);
    }
    return known;
  }

  private Answer find(Question question) {
    try {
      Sites of = sites.computeIfAbsent(question.file, Sites::new);
      Goal next = of.ask(question.address, question.goal);
      if (next.size() instanceof Value.Constant size) {
        boolean isSize = size.value() > 0 && size.value() <= Integer.MAX_VALUE;
        return isSize ? new Answer(size.value(), null, null) : new Answer(0, null, Unclear.VARIES);
      }
      return new Answer(0, next, null);
    } catch (UnclearException e) {
      return new Answer(0, null, e.reason);
    } catch (IOException | RuntimeException e) {
      // Even a mistake of ours must not cost more than the size of one call.
      return new Answer(0, null, Unclear.DAMAGED);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    for (Opened opened : files.values()) {
      if (opened.file != null) {
        opened.file.close();
      }
    }
  }
}
