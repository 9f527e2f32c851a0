package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** What to expect of recordings, in each format. */
abstract sealed class PlanFigures permits AccuracyFigures, CountFigures {

  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  /** A header, and a line for each plan. Probabilities and errors are fractions of 1. */
  abstract void writeCsv(PrintWriter out);

  /** An object for each plan. */
  abstract void writeFigures(JsonGenerator json);

  /** Tables that fit in 100 columns. */
  abstract void writeText(PrintWriter out, boolean colour);

  final void writeJson(PrintWriter out) {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("figures");
      writeFigures(json);
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println();
  }

  static void printTitle(PrintWriter out, String title, boolean colour) {
    out.println();
    out.println(colour ? BOLD + title + PLAIN : title);
  }

  static void printLine(PrintWriter out, String label, String[] cells) {
    StringBuilder line = new StringBuilder();
    pad(line, label, 10);
    for (String cell : cells) {
      pad(line, cell, 11);
    }
    out.println(line);
  }

  private static void pad(StringBuilder line, String text, int width) {
    line.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
  }

  /** A probability below 1 is never shown as 100 %, nor one above 0 as 0 %. */
  static String probability(double value) {
    if (value > 0 && value < 0.0005) {
      return "<0.1%";
    }
    if (value < 1 && value > 0.9995) {
      return ">99.9%";
    }
    return HumanNumbers.fixed(100 * value, 1) + "%";
  }
}
