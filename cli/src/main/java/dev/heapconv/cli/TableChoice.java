package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.show.SourceFiles;
import dev.heapconv.show.TableOptions;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Options that choose the table of one profile: its rows, or the calls or sources it shows. */
final class TableChoice extends OptionGroup {

  private static final String USUAL_LIMIT =
      "in text "
          + TableOptions.FUNCTIONS_FOR_PEOPLE
          + " functions, "
          + RowOptions.STACKS_OR_OTHERS
          + "; otherwise all";

  /** Calls with less of the memory are not shown, in percent. */
  private static final int USUAL_SHARE = 5;

  /** Where the number of paths is chosen. */
  private static final double ANY_SHARE = 1e-9;

  private final RowOptions rows = group(new RowOptions(USUAL_LIMIT));

  private final Argument<Boolean> tree =
      flag(
          Heading.TABLE,
          "--tree",
          "Show the calls that lead to the memory instead of functions: those with "
              + USUAL_SHARE
              + " %% of it or more, or with -n N the N heaviest paths.");

  private final Argument<Pattern> peek =
      pattern(
          Heading.TABLE,
          "--peek REGEX",
          "Show the callers and callees of the functions that contain a match, with the sums of"
              + " both.");

  private final Argument<Pattern> list =
      pattern(
          Heading.TABLE,
          "--list REGEX",
          "Show the source of the functions that contain a match, with the sums of each line.");

  private final Argument<List<String>> sourcePaths =
      texts(
          Heading.TABLE,
          "--source-path DIR",
          "With --list: a folder of the sources, if they are not below the current folder. May be"
              + " repeated. heapconv opens no other source files.");

  boolean isTree() {
    return tree.isGiven();
  }

  boolean isListing() {
    return list.isGiven();
  }

  /** The page with the calls in place of rows. */
  TableOptions asTree(TableOptions page) {
    int paths = rows.rows().limitOr(0);
    return page.withTree(
        rows.isLimited() ? ANY_SHARE : USUAL_SHARE, paths == 0 ? Integer.MAX_VALUE : paths);
  }

  /** Whether no option chooses anything. */
  boolean isUsual() {
    return rows.areUsual() && !tree.isGiven() && !list.isGiven() && !peek.isGiven();
  }

  /** Refuses all that has no effect on an output. */
  void check(Format format) {
    sourcePaths.needs(list.isGiven(), "--list");
    if (tree.isGiven() && format != Format.TEXT) {
      throw new UsageException(
          "--tree can only be shown as text; omit --json, -f and -o, or write whole stacks with"
              + " --by stack");
    }
    if (tree.isGiven()) {
      rows.refuseOrder("--tree");
    }
    if (peek.isGiven() && (tree.isGiven() || rows.choose())) {
      throw new UsageException(
          "--peek shows functions of its own; omit --by, --filter, --cum and --tree");
    }
    if (list.isGiven() && (tree.isGiven() || peek.isGiven() || rows.chooseOrOrder())) {
      throw new UsageException(
          "--list shows lines of its own; omit --by, --filter, --cum, --sort, --peek and --tree");
    }
    if (!format.isTable()) {
      String remedy = "write text, csv, tsv, json or md instead of " + format.id();
      rows.refuse(remedy);
      for (Argument<?> option : List.of(peek, list)) {
        option.refuse("applies to tables only; " + remedy);
      }
    }
  }

  /** The rows of the table. */
  AggregateOptions rows() {
    AggregateOptions chosen = rows.rows();
    return peek.isGiven()
        ? chosen.withBy(GroupBy.PEEK).withFilter(peek.value())
        : list.isGiven() ? chosen.withFilter(list.value()) : chosen;
  }

  /** Where the source of a listing is. */
  SourceFiles sources() {
    List<String> folders = new ArrayList<>(sourcePaths.valueOr(List.of()));
    for (String folder : folders) {
      if (folder.isEmpty() || !Files.isDirectory(FileNames.path(folder))) {
        throw new UsageException("--source-path " + folder + ": no such folder");
      }
    }
    folders.add("");
    return new SourceFiles(
        folders.stream().map(FileNames::path).toList(), " with --source-path DIR");
  }
}
