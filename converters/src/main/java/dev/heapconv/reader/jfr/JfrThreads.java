package dev.heapconv.reader.jfr;

import dev.heapconv.model.Label;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** The threads of one JVM. */
final class JfrThreads {

  /** A thread as the events of a chunk share it. */
  private record Known(JfrThread thread, List<Label> labels) {}

  private static final String LABEL = "thread";

  /** The thread of which the JVM calls the program. */
  private static final String MAIN = "main";

  /** What the JVM numbers its own threads below: those of a program may be called main, too. */
  private static final int FIRST_OF_PROGRAM = 10;

  /** Where the JVM has the recording begin, and nothing calls it if the program did not. */
  private static final String START_OPTION = "jdk.jfr.internal.dcmd.";

  /** Of virtual threads, whose samples hold what their carriers allocated, and unknown ones. */
  private static final long OTHERS = Long.MIN_VALUE;

  private final Map<RecordedThread, Known> known = new WeakHashMap<>();
  private final Known others = new Known(new JfrThread(), List.of());

  /** By the JFR id, which a JVM never uses again. */
  private final Map<Long, JfrThread> byId = new HashMap<>();

  private @Nullable JfrThread main;

  JfrThread thread(@Nullable RecordedThread thread) {
    return known(thread).thread;
  }

  /** Its name as a label; none if it has no name. */
  List<Label> labels(@Nullable RecordedThread thread) {
    return known(thread).labels;
  }

  private Known known(@Nullable RecordedThread thread) {
    return thread == null ? others : known.computeIfAbsent(thread, this::find);
  }

  private Known find(RecordedThread thread) {
    String java = JdkReader.text(thread, "javaName");
    String name = java.isEmpty() ? JdkReader.text(thread, "osName") : java;
    boolean virtual = Boolean.TRUE.equals(JdkReader.<Object>value(thread, "virtual"));
    long id = virtual ? OTHERS : JdkReader.ask(thread::getId);
    JfrThread found =
        id == OTHERS ? others.thread : byId.computeIfAbsent(id, unused -> new JfrThread());
    if (java.equals(MAIN) && JdkReader.number(thread, "javaThreadId", 1) < FIRST_OF_PROGRAM) {
      main = found;
    }
    return new Known(found, name.isEmpty() ? List.of() : List.of(new Label(LABEL, name, 0, "")));
  }

  /**
   * Adds the first sample of each thread.
   *
   * @return how many were left out
   */
  int addFirst(JfrHeap heap, JfrStacks stacks) {
    if (main != null && (main.isStarted() || stacks.beginsIn(START_OPTION, main.firstStack()))) {
      byId.values().forEach(JfrThread::start);
      others.thread.start();
    }
    long began =
        byId.values().stream().mapToLong(JfrThread::firstTime).min().orElse(Long.MAX_VALUE);
    int leftOut = others.thread.addFirst(heap, began) ? 1 : 0;
    for (JfrThread thread : byId.values()) {
      leftOut += thread.addFirst(heap, began) ? 1 : 0;
    }
    return leftOut;
  }
}
