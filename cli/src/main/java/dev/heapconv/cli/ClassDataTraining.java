package dev.heapconv.cli;

import dev.heapconv.FileFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads and writes every format and runs every command, so that the virtual machine that watches
 * sees which classes that takes. The inputs are small ones in the jar.
 */
final class ClassDataTraining {

  private static final String INPUTS = "dev/heapconv/cli/training/";

  /** What is run on a recording of several dumps, RUN, in a folder with all inputs, DIR. */
  private static final List<String> COMMANDS =
      List.of(
          "--version",
          "--help",
          "help options",
          "help formats",
          "help missing",
          "help completion bash",
          "RUN --misspelt",
          "missing.pftrace",
          "info RUN",
          "info --json RUN",
          "growth RUN",
          "growth RUN -f json",
          "growth RUN -f md",
          "diff RUN#first RUN#last",
          "diff RUN#first RUN#last -f json",
          "diff RUN#first RUN#last -f md",
          "diff RUN#first RUN#last -o DIR/out.html",
          "diff RUN#first RUN#last --fail-on space>5%",
          "--add RUN RUN -o DIR/out.pb.gz",
          "plan --interval 4096",
          "plan --gate",
          "RUN --by stack",
          "RUN --by library",
          "RUN --by process",
          "RUN --by heap",
          "RUN --by dump",
          "RUN --tree",
          "RUN --peek main",
          "RUN --focus main --filter main",
          "RUN --raw -o DIR/out.pb.gz",
          "RUN --symbols DIR/elf",
          "DIR/zstd_python.pftrace -o DIR/out.html",
          "DIR/large.pftrace --dump all -o DIR/out.pb.gz",
          "batch DIR -o DIR/batch");

  /** So many small recordings in one file make an output that another thread compresses. */
  private static final int RECORDINGS_IN_LARGE = 160;

  private ClassDataTraining() {}

  /** Works in the folder that the argument names, and ends as a command would. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String recording = folder.resolve("perfetto/deflate_phases.pftrace").toString();
    String[] conversion = {recording, "-q", "-o", folder.resolve("out.pb.gz").toString()};
    for (Path input : unpacked(folder)) {
      conversion[0] = input.toString();
      run(conversion);
      run(conversion[0]);
    }
    conversion[0] = recording;
    for (FileFormat format : FileFormat.all()) {
      run(recording, "-f", format.id(), "-o", folder.resolve("out").toString());
    }
    byte[] content = Files.readAllBytes(Path.of(recording));
    try (OutputStream large = Files.newOutputStream(folder.resolve("large.pftrace"))) {
      for (int i = 0; i < RECORDINGS_IN_LARGE; i++) {
        large.write(content);
      }
    }
    for (String command : COMMANDS) {
      run(command.replace("RUN", recording).replace("DIR", args[0]).split(" "));
    }
    for (String command : Subcommands.names()) {
      run(command, "--help");
    }
    Main.main(conversion);
  }

  private static void run(String... args) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    PrintStream messages = new PrintStream(nowhere, true, StandardCharsets.UTF_8);
    Main.run(args, new Terminal(InputStream.nullInputStream(), nowhere, messages, false, false));
  }

  /** Copies the inputs from the jar, as which Java also opens it when a user starts it. */
  private static List<Path> unpacked(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (ZipFile jar = new ZipFile(System.getProperty("java.class.path"))) {
      for (ZipEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().startsWith(INPUTS) && !entry.isDirectory()) {
          Path file = folder.resolve(entry.getName().substring(INPUTS.length()));
          Files.createDirectories(file.getParent());
          try (InputStream content = jar.getInputStream(entry)) {
            Files.copy(content, file);
          }
          files.add(file);
        }
      }
    }
    return files;
  }
}
