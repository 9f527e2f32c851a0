package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A sentence about numbers. The text is for people only; programs read its topic.
 *
 * @param topic what the remark is about
 * @param text the sentence
 */
public record Remark(Topic topic, String text) {

  /** The topics of remarks. */
  public enum Topic {
    /** Anything that a person should read with the numbers, such as words of the producer. */
    NOTE,
    /**
     * How numbers were estimated. Each estimation makes it anew, and the help and the header state
     * it.
     */
    METHOD,
    /** Where the sizes of allocations come from. Each estimation makes it anew. */
    SIZES,
    /**
     * Where the sizes of allocations come from, including other recordings. Each estimation makes
     * it anew.
     */
    REFERENCE_SIZES,
    /** That numbers are not estimates. */
    EXACT,
    /** Which profiles were subtracted from each other. */
    DIFFERENCE,
    /** How many functions were named. */
    NAMES,
    /** How many recordings were added up, so that no dump and no time is that of all numbers. */
    SUM;

    /** Whether a new estimation makes such remarks anew. */
    public boolean isOfEstimation() {
      return this == METHOD || this == SIZES || this == REFERENCE_SIZES || this == EXACT;
    }
  }

  public Remark {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(text, "text");
  }

  /**
   * Returns a remark of topic {@link Topic#NOTE}.
   *
   * @param text the sentence
   */
  public static Remark note(String text) {
    return new Remark(Topic.NOTE, text);
  }

  /**
   * Returns notes with these texts.
   *
   * @param texts the sentences
   */
  public static List<Remark> notes(Collection<String> texts) {
    List<Remark> notes = new ArrayList<>();
    for (String text : texts) {
      notes.add(note(text));
    }
    return notes;
  }

  /** Returns the texts of remarks. */
  static List<String> texts(Collection<Remark> remarks) {
    List<String> texts = new ArrayList<>();
    for (Remark remark : remarks) {
      texts.add(remark.text);
    }
    return texts;
  }

  /**
   * Returns the same remark about one of several profiles.
   *
   * @param side name of that profile
   */
  public Remark about(String side) {
    return new Remark(topic, side + ": " + text);
  }
}
