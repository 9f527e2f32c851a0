package dev.heapconv.reader.jfr;

import dev.heapconv.model.Label;
import dev.heapconv.reader.jfr.JfrThread.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The threads of one JVM. */
final class JfrThreads {

  /** A thread as the events of a chunk share it. */
  private record KnownThread(JfrThread thread, List<Label> name) {}

  /** The thread of which the JVM calls the program. */
  private static final String MAIN = "main";

  private static final String LABEL = "thread";

  /** What the JVM numbers its own threads below: those of a program may be called main, too. */
  private static final int FIRST_OF_PROGRAM = 10;

  /** Where the JVM has the recording begin, and nothing calls it if the program did not. */
  private static final String START_OPTION = "jdk.jfr.internal.dcmd.";

  /** Virtual threads, whose samples hold what their carriers allocated, and unknown ones. */
  private static final long OTHERS = Long.MIN_VALUE;

  private static final Comparator<Sample> BY_WEIGHT = Comparator.comparingLong(Sample::weight);

  private final JfrThread others = new JfrThread();
  private final KnownThread unknown;
  private final List<Sample> ofOthers = new ArrayList<>();

  /** By the JFR id, which a JVM never uses again. */
  private final Map<Long, JfrThread> byId = new HashMap<>();

  /** The names of the threads of all JVMs, as labels of rows: none without a name. */
  private final Map<String, List<Label>> names;

  private @Nullable JfrThread main;

  JfrThreads(Map<String, List<Label>> names) {
    this.names = names;
    unknown = new KnownThread(others, named(""));
  }

  private List<Label> named(String name) {
    return names.computeIfAbsent(
        name, text -> text.isEmpty() ? List.of() : List.of(new Label(LABEL, text, 0, "")));
  }

  JfrThread thread(@Nullable JfrRecord thread) {
    return known(thread).thread;
  }

  List<Label> name(@Nullable JfrRecord thread) {
    return known(thread).name;
  }

  private KnownThread known(@Nullable JfrRecord thread) {
    return thread == null ? unknown : thread.finding(KnownThread.class, () -> find(thread));
  }

  private KnownThread find(JfrRecord thread) {
    String java = thread.text(JfrField.JAVA_NAME);
    String name = java.isEmpty() ? thread.text(JfrField.OS_NAME) : java;
    boolean virtual = thread.number(JfrField.VIRTUAL, 0) != 0;
    long id = virtual ? OTHERS : thread.key();
    JfrThread found = id == OTHERS ? others : byId.computeIfAbsent(id, unused -> new JfrThread());
    if (java.equals(MAIN) && thread.number(JfrField.JAVA_THREAD_ID, 1) < FIRST_OF_PROGRAM) {
      main = found;
    }
    return new KnownThread(found, named(name));
  }

  /** Adds a sample of the JDK, to the heap at once or when it is known how much of it counts. */
  void add(@Nullable JfrRecord thread, long time, int stack, long weight, JfrHeap heap) {
    KnownThread by = known(thread);
    Sample sample = new Sample(time, stack, by.name, weight);
    if (by.thread == others) {
      ofOthers.add(sample);
    } else {
      by.thread.add(sample, heap);
    }
  }

  /**
   * Adds the samples of which it was unknown how much of them counts.
   *
   * @return how many were left out
   */
  int addFirst(JfrHeap heap, JfrStacks stacks) {
    boolean sinceStart =
        main != null && (main.isStarted() || stacks.beginsIn(START_OPTION, main.firstStack()));
    long began = Long.MAX_VALUE;
    for (JfrThread thread : byId.values()) {
      began = Math.min(began, thread.firstTime());
      if (sinceStart) {
        thread.start();
      }
    }
    int leftOut = 0;
    long pasts = 0;
    long excess = ofOthers.stream().mapToLong(Sample::weight).sum();
    for (JfrThread thread : byId.values()) {
      leftOut += thread.addFirst(heap, began) ? 1 : 0;
      pasts += thread.past(began);
      excess -= thread.unsampled(began);
    }
    if (began == Long.MAX_VALUE && !sinceStart && !ofOthers.isEmpty()) {
      leftOut++;
      pasts = Collections.max(ofOthers, BY_WEIGHT).weight();
      excess = pasts;
    }
    addOthers(sinceStart ? 0 : Math.max(0, Math.min(excess, pasts)), heap);
    return leftOut;
  }

  /** Which samples hold the pasts of carriers is unknown, but those are the largest. */
  private void addOthers(long past, JfrHeap heap) {
    long left = past;
    ofOthers.sort(BY_WEIGHT.reversed());
    for (Sample sample : ofOthers) {
      long part = Math.min(left, sample.weight());
      left -= part;
      heap.addAllocated(sample.stack(), sample.name(), 0, sample.weight() - part);
    }
  }
}
