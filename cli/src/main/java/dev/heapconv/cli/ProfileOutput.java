package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.difference.DifferenceOutput;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.output.SafeNames;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.table.SummaryWriter;
import dev.heapconv.table.Table;
import dev.heapconv.table.TableOptions;
import dev.heapconv.table.TableRenderer;
import dev.heapconv.table.TableWriter;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.WriteOptions.Progress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a profile to the output that the command line names. */
final class ProfileOutput {

  static final String SEVERAL_DUMPS =
      "a table cannot add up several dumps of one heap; choose one dump, show a row for each with"
          + " 'heapconv top --by dump', or compare two with 'heapconv diff'";

  private final Terminal terminal;
  private final MessageOptions messages;
  private final TouchedFiles files;

  /**
   * Checks the output before any work is done.
   *
   * @param files all that is read: none of them may be overwritten
   * @param output a file, {@code -}, or a folder ending in /
   * @throws HeapConvException {@link ErrorId#OUTPUT_IS_INPUT}, or if it cannot be written
   */
  ProfileOutput(Terminal terminal, MessageOptions messages, TouchedFiles files, String output)
      throws IOException {
    this.terminal = terminal;
    this.messages = messages;
    this.files = files;
    if (output.endsWith("/")) {
      AtomicFile.checkFolder(OutputPath.of(output));
    } else if (!output.equals("-")) {
      files.write(OutputPath.of(output));
      AtomicFile.check(OutputPath.of(output));
    }
  }

  /**
   * @param output a file, {@code -}, or a folder ending in /
   */
  void write(EstimatedProfile profile, Format format, WriteOptions options, String output)
      throws IOException {
    if (format.isTable()) {
      requireOneDump(profile, GroupBy.FUNCTION);
    }
    EstimatedProfile fitting = HeapConv.fitting(profile, format, options);
    messages.report(fitting, profile.warnings().size(), terminal);
    write(fitting, format, format.writer(), options, output);
  }

  /**
   * Writes the difference between two profiles in a format that has both sides.
   *
   * @param output a file or {@code -}
   */
  void writeDifference(
      EstimatedProfile base,
      EstimatedProfile changed,
      Table table,
      Format format,
      AggregateOptions rows,
      WriteOptions options,
      String output)
      throws IOException {
    TableOptions page = page(format, rows, output);
    write(changed, format, new DifferenceWriter(base, table, format, page), options, output);
  }

  /**
   * Writes a table, like {@link #write(EstimatedProfile, Format, WriteOptions, String)}.
   *
   * @param rows what the table shows
   * @param tree whether text shows calls instead
   */
  void writeTable(
      EstimatedProfile profile,
      Format format,
      AggregateOptions rows,
      boolean tree,
      WriteOptions options,
      String output)
      throws IOException {
    requireOneDump(profile, rows.by());
    TableOptions page = page(format, rows, output);
    TableOptions table = tree ? page.withTree() : page;
    write(
        profile,
        format,
        TableWriter.ofTotals(rows, TableRenderer.of(format.id(), table)),
        options,
        output);
  }

  /**
   * Writes a table of the growth during a recording, like {@link #writeTable}.
   *
   * @param options with the live view to show
   */
  void writeGrowth(
      EstimatedProfile profile,
      Format format,
      AggregateOptions rows,
      WriteOptions options,
      String output)
      throws IOException {
    TableOptions table = page(format, rows, output);
    ProfileWriter writer = TableWriter.ofGrowth(rows, TableRenderer.of(format.id(), table));
    write(profile, format, writer, options, output);
  }

  /** Refuses to leave out dumps: those of one heap are states of the same memory, with no sum. */
  static void requireOneDump(EstimatedProfile profile, GroupBy by) {
    if (by != GroupBy.DUMP && profile.latestDumps().size() < profile.heaps().size()) {
      throw new UsageException(SEVERAL_DUMPS);
    }
  }

  private TableOptions page(Format format, AggregateOptions rows, String output) {
    return page(rows, output.equals("-") && format == Format.TEXT);
  }

  /**
   * Writes a profile, or shows a summary of it.
   *
   * @param format null if none was selected
   * @param output where it goes, as in {@link OutputOptions#outputOrStdout}
   */
  void writeOrShow(
      EstimatedProfile profile, @Nullable Format format, WriteOptions options, String output)
      throws IOException {
    if (format == null || (format == Format.TEXT && output.equals("-"))) {
      writeSummary(profile, options);
    } else {
      write(profile, format, options, output);
    }
  }

  /** Prints the summary and the commands to try next. */
  private void writeSummary(EstimatedProfile profile, WriteOptions options) throws IOException {
    requireOneDump(profile, GroupBy.FUNCTION);
    TableOptions table = page(AggregateOptions.DEFAULT, true);
    writeToStdout(profile, Format.TEXT, new Summary(table), options);
  }

  private TableOptions page(AggregateOptions rows, boolean toStdout) {
    TableOptions page = TableOptions.of(rows).withHints("--all shows them", "--sizes-from LAB");
    if (!toStdout) {
      return page;
    }
    int width = terminal.outIsTerminal() ? TerminalWidth.columns() : TableOptions.DEFAULT_WIDTH;
    return page.withTerminal(width, messages.color().isWanted(terminal));
  }

  private void write(
      EstimatedProfile profile,
      Format format,
      ProfileWriter writer,
      WriteOptions options,
      String output)
      throws IOException {
    if (output.equals("-")) {
      writeToStdout(profile, format, writer, options);
    } else if (output.endsWith("/")) {
      writeToFolder(profile, format, writer, options, OutputPath.of(output));
    } else {
      writeFile(profile, writer, options, OutputPath.of(output), false);
    }
  }

  /** A class instead of a lambda, which would be linked at run time and slow the start-up. */
  private record DifferenceWriter(
      EstimatedProfile base, Table table, Format format, TableOptions page)
      implements ProfileWriter {
    @Override
    public void write(EstimatedProfile changed, WriteOptions options, OutputStream out)
        throws IOException {
      DifferenceOutput.write(base, changed, table, format, page, options, out);
    }
  }

  /** Likewise. */
  private record ProfileContent(
      EstimatedProfile profile, ProfileWriter writer, WriteOptions options)
      implements AtomicFile.FileContent {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      writer.write(profile, options, out);
    }
  }

  /** The summary, followed by commands to try next. */
  private record Summary(TableOptions table) implements ProfileWriter {
    @Override
    public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
        throws IOException {
      new SummaryWriter(table, false).write(profile, options, out);
      out.write(NextCommands.of(profile).getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Writes a trace to which names are added.
   *
   * @param output a file or {@code -}
   */
  void writeNamed(AtomicFile.FileContent trace, String output) throws IOException {
    if (output.equals("-")) {
      writeToStdout(Format.PERFETTO, trace);
    } else if (output.endsWith("/")) {
      throw new UsageException("a trace with names added is one file; name it with -o");
    } else {
      writeFile(trace, OutputPath.of(output), false);
    }
  }

  private void writeFile(
      EstimatedProfile profile,
      ProfileWriter writer,
      WriteOptions options,
      Path file,
      boolean inFolder)
      throws IOException {
    try (ProgressLine line = progress(options)) {
      writeFile(new ProfileContent(profile, writer, options), file, inFolder);
    }
  }

  private ProgressLine progress(WriteOptions options) {
    return ProgressLine.start(
        messages.progress(terminal), terminal, new WritingStep(options.progress()));
  }

  /** What a line of progress says until an output is written. */
  private record WritingStep(Progress progress) implements ProgressLine.Step {
    @Override
    public String text(double seconds) {
      return progress.share() > 0
          ? ProgressLine.text("writing", progress)
          : "writing: " + BatchView.duration(seconds);
    }
  }

  private void writeFile(AtomicFile.FileContent content, Path file, boolean inFolder)
      throws IOException {
    TemporaryFiles.write(file, inFolder, content);
    if (messages.verbose()) {
      terminal.message("heapconv: wrote " + file);
    }
  }

  private void writeToStdout(
      EstimatedProfile profile, Format format, ProfileWriter writer, WriteOptions options)
      throws IOException {
    ProfileContent content = new ProfileContent(profile, writer, options);
    if (!messages.progress(terminal)) {
      // Without what the rest would load.
      writeToStdout(format, content);
      return;
    }
    try (ProgressLine line = progress(options)) {
      writeToStdout(format, out -> content.writeTo(line.erasedBy(out)));
    }
  }

  private void writeToStdout(Format format, AtomicFile.FileContent content) throws IOException {
    if (format.has(Format.Property.BINARY) && terminal.outIsTerminal()) {
      throw new UsageException(
          "not writing " + format.id() + ", which is binary, to a terminal; name a file with -o");
    }
    OutputStream out = new BufferedOutputStream(terminal.out(), 64 << 10);
    try {
      content.writeTo(out);
      out.flush();
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      if (!isClosedPipe(e)) {
        throw HeapConvException.unwritable("standard output", e);
      }
      // The reader closed the pipe because it has seen enough.
    }
  }

  static boolean isClosedPipe(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("Broken pipe");
  }

  /**
   * Writes one file per heap of each process, and per dump if there are several; creates the
   * folder.
   */
  private void writeToFolder(
      EstimatedProfile profile,
      Format format,
      ProfileWriter writer,
      WriteOptions options,
      Path folder)
      throws IOException {
    Map<String, Path> paths = new LinkedHashMap<>();
    Map<String, Integer> timesUsed = new HashMap<>();
    Set<String> severalDumps = heapsWithSeveralDumps(profile);
    for (EstimatedHeap heap : profile.heaps()) {
      String stem = stem(heap.info(), severalDumps.contains(heapKey(heap.info())));
      String name = stem;
      // Some file systems do not tell upper from lower case.
      while (paths.containsKey(name.toLowerCase(Locale.ROOT))) {
        name = stem + "-" + timesUsed.merge(stem, 2, (before, first) -> before + 1);
      }
      Path file = folder.resolve(name + format.extension());
      files.write(file);
      paths.put(name.toLowerCase(Locale.ROOT), file);
    }
    createFolder(folder);
    Iterator<Path> file = paths.values().iterator();
    for (EstimatedHeap heap : profile.heaps()) {
      writeFile(profile.withHeaps(List.of(heap)), writer, options, file.next(), true);
    }
  }

  private static void createFolder(Path folder) throws HeapConvException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw HeapConvException.unwritable(folder.toString(), e);
    }
  }

  private static String heapKey(HeapInfo info) {
    return info.displayProcess() + " " + info.heap();
  }

  private static Set<String> heapsWithSeveralDumps(EstimatedProfile profile) {
    Map<String, Integer> firstDump = new HashMap<>();
    Set<String> several = new HashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      String key = heapKey(heap.info());
      Integer first = firstDump.putIfAbsent(key, heap.info().dump());
      if (first != null && first != heap.info().dump()) {
        several.add(key);
      }
    }
    return several;
  }

  private static String stem(HeapInfo info, boolean severalDumps) {
    String program = info.program();
    String stem =
        (program.isEmpty() ? "" : SafeNames.fileName(program) + ".")
            + (info.pid() < 0 ? "" : info.pid() + ".")
            + SafeNames.fileName(info.heap());
    return severalDumps ? stem + ".dump" + info.dump() : stem;
  }
}
