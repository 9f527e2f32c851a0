package dev.heapconv.benchmarks.accuracy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * Every allocation of programs that people use, logged with {@code benchmarks/alloclog}. With 19 of
 * them constants were chosen. <b>The others are not for tuning:</b> no prior, weight or threshold
 * of an estimator may be chosen with these in view, so that their figures say what to expect of a
 * program that nobody has looked at.
 */
final class ProgramLogs {

  /** Those that are kept back. */
  private static final Set<String> NEW =
      Set.of(
          """
          CPython CPython-malloc asymptote aspell cargo cbc cvc4 fdfind gforth
          gtk-update-icon-cache lto1 metafont mkvmerge msgfmt nmap onsgmls pspp qalc
          readelf sdcc ssh-keygen swipl units unrtf valac verilator wordnet\
          """
              .split("\\s+"));

  private static final String FILE = System.getProperty("heapconv.logs", "");

  private static final String RESOURCE = "programs.tsv.gz";

  private ProgramLogs() {}

  /** Whether a program had no part in any prior, and no constant was chosen with it. */
  static boolean isNew(String program) {
    return NEW.contains(program);
  }

  /** Whether the system property {@code heapconv.logs} names other logs than those here. */
  static boolean areOfUser() {
    return !FILE.isEmpty();
  }

  /** The stacks of each program. {@code reduce.py} says what the lines are. */
  static Map<String, List<ProgramStack>> read() throws IOException {
    Map<String, List<ProgramStack>> programs = new LinkedHashMap<>();
    try (InputStream compressed =
            areOfUser()
                ? Files.newInputStream(Path.of(FILE))
                : ProgramLogs.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(compressed), StandardCharsets.UTF_8))) {
      List<ProgramStack> stacks = List.of();
      List<String> functions = List.of();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split("\t");
        switch (cells[0]) {
          case "P" -> {
            stacks = new ArrayList<>();
            functions = new ArrayList<>();
            programs.put(cells[1], stacks);
          }
          case "F" -> functions.add(cells.length > 1 ? cells[1] : "");
          default -> stacks.add(stack(cells, functions));
        }
      }
    }
    return programs;
  }

  private static ProgramStack stack(String[] cells, List<String> functions) {
    List<String> leafFirst = new ArrayList<>();
    for (String function : cells[1].split(",")) {
      leafFirst.add(functions.get(Integer.parseInt(function)));
    }
    String[] counts = cells[2].split(" ");
    int[] sizes = new int[counts.length];
    long[] freed = new long[counts.length];
    long[] kept = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      String[] numbers = counts[i].split(":");
      sizes[i] = Integer.parseInt(numbers[0]);
      freed[i] = numbers.length > 2 ? Long.parseLong(numbers[2]) : 0;
      kept[i] = Long.parseLong(numbers[1]) - freed[i];
    }
    return new ProgramStack(leafFirst, sizes, freed, kept);
  }
}
