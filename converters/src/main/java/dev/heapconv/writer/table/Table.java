package dev.heapconv.writer.table;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.GateVerdict;
import dev.heapconv.aggregate.GroupBy;
import dev.heapconv.aggregate.Growth;
import dev.heapconv.aggregate.Measure;
import dev.heapconv.aggregate.Measure.Part;
import dev.heapconv.aggregate.Ranking;
import dev.heapconv.writer.TerminalText;
import dev.heapconv.writer.table.TableColumn.Fact;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param sections the top-level groups; a single one without a name if there are none
 * @param verdict whether what a difference shows is allowed; null if that was not asked
 */
public record Table(TableHeader header, List<Section> sections, @Nullable GateVerdict verdict) {

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

  /** A table without a verdict. */
  public Table(TableHeader header, List<Section> sections) {
    this(header, sections, null);
  }

  /** A table of one section. */
  public static Table of(TableHeader header, Ranking ranking) {
    return new Table(header, List.of(new Section("", ranking)));
  }

  /** The same table with a verdict. */
  public Table withVerdict(GateVerdict other) {
    return new Table(header, sections, other);
  }

  /** The verdict for a terminal or log, a line each; empty without one. */
  public List<String> verdictLines() {
    List<String> lines = new ArrayList<>();
    if (verdict != null) {
      lines.add(VerdictText.word(verdict) + ": " + VerdictText.summary(verdict));
      List<GateVerdict.Failure> failures = verdict.failures();
      for (int i = 0; i < failures.size() && i < VerdictText.SHOWN; i++) {
        lines.add("  " + VerdictText.failure(failures.get(i), TerminalText::printable));
      }
      if (failures.size() > VerdictText.SHOWN) {
        lines.add("  and " + (failures.size() - VerdictText.SHOWN) + " more");
      }
    }
    return lines;
  }

  /** Whether sections are groups of recordings. */
  boolean isGrouped() {
    return sections.size() > 1 || !sections.get(0).group().isEmpty();
  }

  /** Any of the rankings: all have the same groups and views. */
  public Ranking ranking() {
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
    DeviceFigures devices = ranking.devices();
    if (devices != null) {
      for (DeviceFigures.Column column : devices.columns(ranking.views())) {
        columns.add(new TableColumn.OfDevices(devices, column));
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
