package dev.heapconv.cli;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Commands to try after the summary, as lines to copy. */
final class NextCommands {

  private NextCommands() {}

  static String of(EstimatedProfile profile) {
    String input = inShell(profile.capture().source());
    StringBuilder text = new StringBuilder();
    text.append("\nWhole stacks:    heapconv top --by stack ").append(input).append('\n');
    text.append("With callees:    heapconv top --cum ").append(input).append('\n');
    text.append("For pprof:       heapconv ").append(input).append(" -o out.pb.gz\n");
    if (holdsSeveralHeaps(profile)) {
      text.append("Only one heap:   heapconv ")
          .append(input)
          .append(" --process NAME --heap NAME\n");
    }
    return text.toString();
  }

  /** The name of the input, or a placeholder if a shell would split the name. */
  private static String inShell(String input) {
    return input.matches("[a-zA-Z0-9/._#-]*") ? input : "INPUT";
  }

  private static boolean holdsSeveralHeaps(EstimatedProfile profile) {
    Set<List<Object>> heaps = new HashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      heaps.add(List.of(info.process(), info.pid(), info.heap()));
    }
    return heaps.size() > 1;
  }
}
