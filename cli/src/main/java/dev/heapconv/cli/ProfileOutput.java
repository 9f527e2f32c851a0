package dev.heapconv.cli;

import dev.heapconv.FileFormat;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.io.SafeNames;
import dev.heapconv.io.Temporary;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Progress;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Asked;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Question;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.show.Table;
import dev.heapconv.show.TableOptions;
import dev.heapconv.show.TableOutput;
import dev.heapconv.show.TableRenderer;
import dev.heapconv.writer.Output;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/** Writes a profile to the output that the command line names. */
final class ProfileOutput {

  static final String SEVERAL_DUMPS =
      "a table or picture cannot add up several dumps of one heap; choose one dump, show a row for"
          + " each with 'heapconv --by dump', or compare two with 'heapconv diff'";

  private final MessageOptions messages;
  private final Terminal terminal;
  private final TouchedFiles files;
  private final String output;
  private final boolean opens;

  /**
   * Checks the output before any work is done.
   *
   * @param files all that is read: none of them may be overwritten
   * @param output a file, {@code -}, or a folder ending in /
   * @param opens whether to open the file that is written; a temporary one for {@code -}
   * @throws HeapConvException {@link ErrorId#OUTPUT_IS_INPUT}, or if it cannot be written
   */
  ProfileOutput(MessageOptions messages, TouchedFiles files, String output, boolean opens)
      throws IOException {
    this.messages = messages;
    this.files = files;
    this.output = output;
    this.opens = opens;
    terminal = messages.terminal();
    if (output.endsWith("/")) {
      AtomicFile.checkFolder(FileNames.path(output));
    } else if (!output.equals("-")) {
      files.write(FileNames.path(output));
      AtomicFile.check(FileNames.path(output));
    }
  }

  private boolean isStdout() {
    return output.equals("-") && !opens;
  }

  /** The file to write; if none is named, one in a folder that only the user may read. */
  private Path file(FileFormat format) throws IOException {
    return output.equals("-")
        ? Temporary.keptFolder("--open", "report-").resolve("report" + format.extension())
        : FileNames.path(output);
  }

  /** Refuses to leave out dumps: those of one heap are states of the same memory, with no sum. */
  static void requireOneDump(EstimatedProfile profile, GroupBy by) {
    if (by != GroupBy.DUMP && profile.latestDumps().size() < profile.heaps().size()) {
      throw new UsageException(SEVERAL_DUMPS);
    }
  }

  /** The sum of profiles, in which processes of the same name are one. */
  static EstimatedProfile sum(List<EstimatedProfile> profiles) {
    profiles.forEach(profile -> requireOneDump(profile, GroupBy.FUNCTION));
    return Merging.of(profiles, true);
  }

  /** The page that a table in a format must fit. */
  TableOptions page(Format format, AggregateOptions rows) {
    TableOptions page =
        TableOptions.of(rows)
            .withHints("-n 0 shows them", "--sizes-from REFERENCE", "--symbols with the binary ");
    if (!isStdout() || format != Format.TEXT) {
      return page;
    }
    TableOptions shown = page.withPage(terminal.columns(), messages.wantsColor());
    return terminal.outIsTerminal() ? shown.withBars() : shown;
  }

  /** Writes a table as text, followed by commands to try next. */
  void show(EstimatedProfile profile, TableOptions page, WriteOptions options) throws IOException {
    requireOneDump(profile, page.rows().by());
    TableRenderer renderer = TableRenderer.of(Format.TEXT.id(), page);
    Totals totals = new Totals(page.rows(), options.view());
    write(
        profile,
        Format.TEXT,
        (shown, choices, out) -> {
          Asked asked = new Asked(Subject.of(shown), totals);
          Table table = new TableOutput(renderer).table(asked, choices);
          renderer.render(table, out);
          String next = NextCommands.of(table, page.width());
          out.write(next.getBytes(StandardCharsets.UTF_8));
        },
        options);
  }

  /** Writes a profile, and reports what the format has no place for. */
  void write(EstimatedProfile profile, Format format, WriteOptions options) throws IOException {
    Output to = format.output();
    if (to.isOfSums()) {
      requireOneDump(profile, GroupBy.FUNCTION);
    }
    if (!format.isTable()) {
      messages.reportNames(profile);
    }
    EstimatedProfile fitting = HeapConv.fitting(profile, format, options);
    messages.report(fitting, profile.notices().size());
    write(fitting, format, to::write, options);
  }

  /** Writes the answer to a question. */
  void ask(
      EstimatedProfile profile, Format format, Output to, Question question, WriteOptions options)
      throws IOException {
    write(
        profile,
        format,
        (part, choices, out) -> to.write(new Asked(Subject.of(part), question), choices, out),
        options);
  }

  /** Writes a profile in a form of a format. */
  void write(EstimatedProfile profile, Format format, ProfileWriter writer, WriteOptions options)
      throws IOException {
    if (output.endsWith("/")) {
      writeToFolder(profile, format, writer, options);
      return;
    }
    try (ProgressLine line = progress(options)) {
      if (isStdout()) {
        writeToStdout(format, out -> writer.write(profile, options, line.erasedBy(out)));
      } else {
        writeFile(format, out -> writer.write(profile, options, out), file(format), false);
      }
    }
  }

  /** Writes what is one file, such as a trace to which names are added. */
  void write(FileFormat format, AtomicFile.FileContent content) throws IOException {
    if (isStdout()) {
      writeToStdout(format, content);
    } else if (output.endsWith("/")) {
      throw new UsageException("a trace with names added is one file; name it with -o");
    } else {
      writeFile(format, content, file(format), false);
    }
  }

  /** Writes what is printed as text, whole or not at all. */
  void print(Format format, Consumer<PrintWriter> content) throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter printer = new PrintWriter(text);
    content.accept(printer);
    printer.flush();
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    write(format, out -> out.write(bytes));
  }

  private ProgressLine progress(WriteOptions options) {
    Progress progress = options.progress();
    return ProgressLine.start(
        messages.progress(),
        terminal,
        seconds ->
            progress.share() > 0
                ? ProgressLine.text("writing", progress)
                : "writing: " + BatchView.duration(seconds));
  }

  private void writeFile(
      FileFormat format, AtomicFile.FileContent content, Path file, boolean inFolder)
      throws IOException {
    boolean compress =
        file.toString().toLowerCase(Locale.ROOT).endsWith(".gz") && format != Format.PPROF;
    TemporaryFiles.write(file, inFolder, compress ? out -> compress(content, out) : content);
    if (messages.verbose()) {
      terminal.message("wrote " + file);
    }
    if (opens) {
      Desktop.open(file, messages);
    }
  }

  private static void compress(AtomicFile.FileContent content, OutputStream out)
      throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(out, 64 << 10);
    content.writeTo(gzip);
    gzip.finish();
  }

  private void writeToStdout(FileFormat format, AtomicFile.FileContent content) throws IOException {
    if (format.isBinary() && terminal.outIsTerminal()) {
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

  /** Writes a file for each heap of each process, and for each dump if there are several. */
  private void writeToFolder(
      EstimatedProfile profile, Format format, ProfileWriter writer, WriteOptions options)
      throws IOException {
    Path folder = FileNames.path(output);
    boolean severalDumps = profile.latestDumps().size() < profile.heaps().size();
    Set<String> names = new HashSet<>();
    List<Path> paths = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      String stem = stem(heap.info(), severalDumps);
      String name = stem;
      // Some file systems do not tell upper from lower case.
      for (int n = 2; !names.add(name.toLowerCase(Locale.ROOT)); n++) {
        name = stem + "-" + n;
      }
      Path file = folder.resolve(name + format.extension());
      files.write(file);
      paths.add(file);
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw HeapConvException.unwritable(folder.toString(), e);
    }
    for (int i = 0; i < paths.size(); i++) {
      EstimatedProfile one = profile.withHeaps(List.of(profile.heaps().get(i)));
      try (ProgressLine line = progress(options)) {
        writeFile(format, out -> writer.write(one, options, out), paths.get(i), true);
      }
    }
  }

  private static String stem(HeapInfo info, boolean severalDumps) {
    String program = info.id().process().program();
    String stem =
        (program.isEmpty() ? "" : SafeNames.fileName(program) + ".")
            + (info.pid() < 0 ? "" : info.pid() + ".")
            + SafeNames.fileName(info.heap());
    return severalDumps ? stem + ".dump" + info.dump().number() : stem;
  }
}
