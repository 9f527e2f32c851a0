package dev.heapconv.writer.table;

import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.writer.table.TableColumn.Fact;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param sections the top-level groups; a single one without a name if there are none
 */
public record Table(TableHeader header, List<Section> sections) {

  /**
   * A part of a table with its own totals.
   *
   * @param group the group of recordings it covers; empty for everything
   * @param ranking its rows and their numbers
   */
  public record Section(String group, Ranking ranking) {}

  public Table {
    sections = List.copyOf(sections);
    if (sections.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one section");
    }
  }

  /** A table of one section. */
  public static Table of(TableHeader header, Ranking ranking) {
    return new Table(header, List.of(new Section("", ranking)));
  }

  /** Whether sections are groups of recordings. */
  boolean isGrouped() {
    return sections.size() > 1 || !sections.get(0).group().isEmpty();
  }

  /** Any of the rankings: all have the same groups and views. */
  Ranking ranking() {
    return sections.get(0).ranking();
  }

  /** The columns for programs: numbers, numbers of samples, then what identifies a row. */
  List<TableColumn> columns(Section section) {
    Ranking ranking = section.ranking();
    List<TableColumn> columns = new ArrayList<>();
    Growth growth = ranking.growth();
    if (growth != null) {
      for (Growth.Part part : Growth.Part.values()) {
        columns.add(new TableColumn.OfGrowth(growth, part));
      }
      addFacts(columns, section);
      return columns;
    }
    for (Measure measure : ranking.measures()) {
      for (Part part : measure.parts()) {
        columns.add(new TableColumn.OfMeasure(measure, part));
      }
    }
    // Samples are the same for bytes and objects.
    Set<String> ids = new HashSet<>();
    for (Measure measure : ranking.measures()) {
      if (measure.hasSamples() && ids.add(measure.id(Part.SAMPLES))) {
        columns.add(new TableColumn.OfMeasure(measure, Part.SAMPLES));
      }
    }
    addFacts(columns, section);
    return columns;
  }

  private void addFacts(List<TableColumn> columns, Section section) {
    for (Fact fact : facts(section.ranking().by())) {
      columns.add(new TableColumn.OfRow(section, fact));
    }
  }

  /** The columns that identify a row. */
  private List<Fact> facts(GroupBy by) {
    List<Fact> facts = new ArrayList<>();
    if (isGrouped()) {
      facts.add(Fact.GROUP);
    }
    facts.add(Fact.NAME);
    if (by == GroupBy.FUNCTION) {
      facts.add(Fact.LIBRARY);
    }
    if (by.isPartOfRecording()) {
      facts.addAll(Fact.OF_HEAPS);
    }
    return facts;
  }
}
