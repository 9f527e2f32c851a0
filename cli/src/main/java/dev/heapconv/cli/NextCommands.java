package dev.heapconv.cli;

import dev.heapconv.io.TerminalText;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer;
import dev.heapconv.show.PeakDump;
import dev.heapconv.show.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What to try after a first look, in one line: arguments that follow the name of the program. */
final class NextCommands {

  private static final String GAP = "   ";

  /** How much larger than what is shown a peak must be to be worth a look, as a factor. */
  private static final double LARGE_PEAK = 1.5;

  /** Less than this share of what was allocated is live: most of it has since been freed. */
  private static final double FEW = 0.1;

  /** The part of a name that finds the function, and that no shell takes apart. */
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]{2,23}(?=$|[(<\\[])");

  private NextCommands() {}

  /**
   * A line with a line break before it.
   *
   * @param width columns that it must fit: the last commands are left out for that
   */
  static String of(Table table, int width) {
    StringBuilder line = new StringBuilder("Next: ");
    for (String command : commands(table)) {
      String more = (line.length() > 6 ? GAP : "") + command;
      line.append(TerminalText.width(line + more) <= width ? more : "");
    }
    return "\n" + line + "\n";
  }

  private static List<String> commands(Table table) {
    List<String> commands = new ArrayList<>();
    Answer answer = table.answer();
    PeakDump peak = table.peak();
    if (peak != null && peak.bytes() > LARGE_PEAK * total(answer, View.SPACE)) {
      boolean one = table.infos().size() == 1;
      String input =
          inShell(table.profile().capture().source().replaceAll("#[a-z0-9]*$", ""), "INPUT");
      commands.add(input + (one ? "#max" : "#" + peak.number()));
    } else if (isLive(answer)
        && answer.views().contains(View.ALLOC_SPACE)
        && total(answer, View.SPACE) < FEW * total(answer, View.ALLOC_SPACE)) {
      commands.add("--view alloc_space");
    }
    List<String> unseen =
        View.ALL.contains(answer.view()) ? table.heapsWithout(answer.view().isLive()) : List.of();
    if (!unseen.isEmpty()) {
      commands.add("--heap " + inShell(unseen.get(0), "NAME"));
    } else if (table.heaps() != null) {
      commands.add("--process NAME");
    }
    int[] rows = table.shownRows();
    String name = rows.length == 0 ? "" : answer.name(rows[0]);
    Matcher word = WORD.matcher(name);
    if (!name.contains("0x") && word.find()) {
      commands.add("--peek " + word.group());
    }
    commands.addAll(List.of("--tree", "-o report.html", "-o out.pb.gz", "help numbers"));
    return commands;
  }

  private static boolean isLive(Answer answer) {
    return answer.view().equals(View.SPACE);
  }

  private static double total(Answer answer, View view) {
    return answer.total(view).value(Answer.TOTAL);
  }

  /** A name, or a placeholder if a shell would split it. */
  private static String inShell(String name, String placeholder) {
    return name.matches("[a-zA-Z0-9/._-]*") ? name : placeholder;
  }
}
