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

  /** What no command names. */
  private static final List<String> OTHER_LINES =
      List.of("--version", "-h", "--help", "RUN --misspelt", "missing.pftrace");

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
    List<String> lines = new ArrayList<>(OTHER_LINES);
    Terminal terminal = Terminal.system();
    lines.addAll(new HeapConvCommand(terminal).training());
    for (String command : Subcommands.names()) {
      lines.addAll(Subcommands.create(command, terminal).training());
      lines.add(command + " -h");
      lines.add(command + " --help");
    }
    for (String line : lines) {
      run(line.replace("RUN", recording).replace("DIR", args[0]).split(" "));
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
