package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * The rows of a heap: which stack each is of, and which labels it has. They may be some entries of
 * a dictionary of rows that several heaps share, because hundreds of dumps of a process have few
 * different rows. Immutable.
 */
final class Rows {

  private final int[] stacks;
  private final List<List<Label>> labels;
  private final Codes codes;

  /**
   * Takes ownership of the array.
   *
   * @param stacks stack ids by code
   * @param labels labels by code; empty if no row has any
   * @param codes of the rows
   */
  private Rows(int[] stacks, List<List<Label>> labels, Codes codes) {
    this.stacks = stacks;
    this.labels = List.copyOf(labels);
    this.codes = codes;
    if (!labels.isEmpty() && labels.size() != stacks.length) {
      throw new IllegalArgumentException("the numbers of labels and stacks differ");
    }
  }

  /**
   * Rows that are a dictionary of their own. Takes ownership of the array.
   *
   * @param stacks stack ids, one for each row
   * @param labels the labels of each row; empty if no row has any
   */
  static Rows of(int[] stacks, List<List<Label>> labels) {
    return new Rows(stacks, labels, Codes.ofDictionary(stacks.length));
  }

  int count() {
    return codes.rows();
  }

  Codes codes() {
    return codes;
  }

  /** The code of a row. */
  int code(int row) {
    return codes.code(row);
  }

  /** Id of the stack of a row. */
  int stack(int row) {
    return stacks[code(row)];
  }

  /** The labels of a row. */
  List<Label> labels(int row) {
    return labels.isEmpty() ? List.of() : labels.get(code(row));
  }

  /** How many entries the dictionary has. */
  int entries() {
    return stacks.length;
  }

  /** All entries of the dictionary. */
  Rows dictionary() {
    return new Rows(stacks, labels, Codes.ofDictionary(stacks.length));
  }

  /** Some of these rows, which share their dictionary. */
  Rows pick(Codes some) {
    return new Rows(stacks, labels, codes.gather(some));
  }

  /** The same rows as a dictionary of their own. */
  Rows gathered() {
    if (codes.areDictionary()) {
      return this;
    }
    int[] own = new int[count()];
    Arrays.setAll(own, this::stack);
    return of(own, labels.isEmpty() ? labels : allLabels());
  }

  private List<List<Label>> allLabels() {
    List<List<Label>> all = new ArrayList<>(count());
    for (int row = 0; row < count(); row++) {
      all.add(labels(row));
    }
    return all;
  }

  /** The same rows with other stacks. */
  Rows on(IntUnaryOperator stackIds) {
    int[] others = new int[stacks.length];
    Arrays.setAll(others, code -> stackIds.applyAsInt(stacks[code]));
    return new Rows(others, labels, codes);
  }

  /**
   * The same rows with other labels.
   *
   * @param others labels by code
   */
  Rows withLabels(List<List<Label>> others) {
    return new Rows(stacks, others, codes);
  }

  /** The same rows with other labels, of which each set stands for one of those before. */
  Rows mapLabels(UnaryOperator<List<Label>> change) {
    return labels.isEmpty() ? this : new Rows(stacks, labels.stream().map(change).toList(), codes);
  }
}
