package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Does what users do most, so that the virtual machine that watches sees which classes that takes.
 * The recordings are in the jar.
 */
final class ClassDataTraining {

  private ClassDataTraining() {}

  /**
   * Runs common commands on recordings of all kinds, in the folder that the argument names, and
   * ends as one of them.
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    run("--version");
    run("--help");
    for (String name : new String[] {"python_i4096", "deflate_python", "zstd_python"}) {
      String out = folder.resolve("out.pb.gz").toString();
      run(recording(name, folder), "--unskew", "none", "-o", out);
    }
    String names = recording("names", folder);
    for (String output : new String[] {"out.speedscope.json", "out.folded", "out.html"}) {
      run(names, "-o", folder.resolve(output).toString());
    }
    run(names);
    run("top", folder.resolve("python_i4096.pftrace").toString());
    run("info", names);
    run("info", "--json", names);
    // Java opens and closes the jar when a user starts it.
    new RandomAccessFile(names, "r").close();
    Main.main(new String[] {names, "-q", "-o", folder.resolve("out.pb.gz").toString()});
  }

  private static void run(String... args) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    PrintStream messages = new PrintStream(nowhere, true, StandardCharsets.UTF_8);
    Main.run(args, new Terminal(InputStream.nullInputStream(), nowhere, messages, false, false));
  }

  private static String recording(String name, Path folder) throws IOException {
    Path file = folder.resolve(name + ".pftrace");
    try (InputStream content =
        ClassDataTraining.class.getResourceAsStream("training/" + name + ".pftrace")) {
      if (content == null) {
        throw new IOException(name + " is missing from the jar");
      }
      Files.copy(content, file);
    }
    return file.toString();
  }
}
