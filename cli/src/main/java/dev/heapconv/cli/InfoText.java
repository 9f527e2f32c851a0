package dev.heapconv.cli;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.symbols.ModuleSymbols;
import dev.heapconv.text.TerminalText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Prints what recordings contain, as text. */
final class InfoText {

  private static final int MAX_BINARIES = 12;
  private static final String MARGIN = "   ";

  private final int width;
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  /**
   * @param width number of columns of the terminal, if it is one
   */
  InfoText(OptionalInt width) {
    this.width = width.orElse(Integer.MAX_VALUE);
  }

  void writeTo(PrintWriter target) {
    StringBuilder wrapped = new StringBuilder();
    text.toString().lines().forEach(line -> TerminalText.appendWrapped(wrapped, line, width));
    target.print(wrapped);
  }

  void add(ArchiveListing archive) {
    begin();
    archive.write(out);
  }

  void add(RecordedProfile profile, List<ModuleSymbols> unnamed) {
    begin();
    CaptureInfo capture = profile.capture();
    out.println(TerminalText.printable(capture.source()) + ": " + capture.format());
    printIfKnown("  device       ", capture.device());
    printIfKnown("  recorded by  ", capture.producer());
    out.println(
        "  stacks       "
            + profile.stacks().stackCount()
            + " nodes, "
            + profile.stacks().frameCount()
            + " frames");
    Map<String, List<DumpSummary>> heaps = new LinkedHashMap<>();
    for (DumpSummary dump : profile.dumps()) {
      HeapInfo info = dump.info();
      heaps
          .computeIfAbsent(
              info.displayProcess() + ", heap " + info.heap(), unused -> new ArrayList<>())
          .add(dump);
    }
    heaps.forEach(this::addHeap);
    addUnnamed(unnamed);
    for (String comment : profile.comments()) {
      out.println("  note: " + TerminalText.printable(comment));
    }
    for (Warning warning : profile.warnings()) {
      out.println("  warning: " + TerminalText.printable(ErrorHints.message(warning)));
    }
  }

  /** Separates what is described from what came before. */
  private void begin() {
    if (text.getBuffer().length() > 0) {
      out.println();
    }
  }

  private void addHeap(String name, List<DumpSummary> dumps) {
    HeapInfo last = dumps.get(dumps.size() - 1).info();
    out.println();
    out.println("  " + TerminalText.printable(name));
    out.println(
        "    scheme "
            + last.scheme()
            + ", "
            + (last.samplingInterval() < 1
                ? "sampling interval unknown"
                : last.samplingInterval() == 1
                    ? "every allocation recorded"
                    : "sampling interval " + last.samplingInterval() + " bytes")
            + (last.origSamplingInterval() < last.samplingInterval()
                ? " (began with " + last.origSamplingInterval() + ")"
                : "")
            + (last.cutoff() > 1 ? ", cutoff " + last.cutoff() + " bytes" : ""));
    out.println(
        last.scheme().isPassThrough()
            ? "    totals as recorded"
            : "    totals as recorded; counts are numbers of samples");
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("dump", "time", "after", "stacks"));
    dumps.get(dumps.size() - 1).views().forEach(view -> header.add(view.name()));
    rows.add(header);
    for (DumpSummary dump : dumps) {
      HeapInfo info = dump.info();
      List<String> row = new ArrayList<>();
      row.add(Integer.toString(info.dump()));
      row.add(info.timeNanos() == 0 ? "-" : time(info.timeNanos()));
      row.add(
          info.durationNanos() == 0
              ? "-"
              : String.format(Locale.ROOT, "%.1f s", info.durationNanos() / 1e9));
      row.add(Integer.toString(dump.stacks()));
      dump.totals().forEach(total -> row.add(Long.toString(total)));
      rows.add(row);
    }
    printAligned(rows);
  }

  private void addUnnamed(List<ModuleSymbols> unnamed) {
    if (unnamed.isEmpty()) {
      return;
    }
    out.println();
    out.println("  binaries with functions that have no name, by their share of the bytes");
    boolean anyFits = false;
    for (ModuleSymbols module : unnamed.subList(0, Math.min(unnamed.size(), MAX_BINARIES))) {
      String name = module.path().isEmpty() ? "(no path)" : module.path();
      String id = module.buildId().isEmpty() ? "no build id" : "build id " + module.buildId();
      String line =
          String.format(Locale.ROOT, "    %5.1f %%  ", 100 * module.share())
              + name
              + ", "
              + module.frames()
              + (module.frames() == 1 ? " address, " : " addresses, ")
              + id;
      out.println(TerminalText.printable(line));
      boolean fits = !module.file().isEmpty();
      anyFits |= fits;
      String symbols = fits ? "symbols: " + module.file() : module.reason();
      if (!symbols.isEmpty()) {
        out.println(TerminalText.printable("             " + symbols));
      }
    }
    if (unnamed.size() > MAX_BINARIES) {
      out.println("    and " + (unnamed.size() - MAX_BINARIES) + " more");
    }
    if (!anyFits) {
      out.println("    to symbolize: --symbols PATH, with binaries that are not stripped");
    }
  }

  private static String time(long nanos) {
    return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private void printIfKnown(String label, String fact) {
    if (!fact.isEmpty()) {
      out.println(label + TerminalText.printable(fact));
    }
  }

  /** Columns that do not fit follow below, behind the first column again. */
  private void printAligned(List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    int from = 1;
    while (from < columns) {
      int to = from;
      int room = width - MARGIN.length() - 1 - widths[0];
      do {
        room -= 2 + widths[to++];
      } while (to < columns && widths[to] + 2 <= room);
      for (List<String> row : rows) {
        StringBuilder line = new StringBuilder(MARGIN);
        appendCell(line, row.get(0), widths[0]);
        for (int i = from; i < Math.min(to, row.size()); i++) {
          appendCell(line, row.get(i), widths[i]);
        }
        out.println(TerminalText.printable(line.toString().stripTrailing()));
      }
      from = to;
    }
  }

  private static void appendCell(StringBuilder line, String cell, int width) {
    line.append(" ".repeat(1 + width - cell.length())).append(cell).append(' ');
  }
}
