package dev.heapconv.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A sentence about numbers. The text is for people alone: what a program has to know of it is its
 * topic.
 */
public record Remark(Topic topic, String text) {

  /** What a remark is about. Stored profiles have the ordinals of these: new ones come last. */
  public enum Topic {
    /** Anything that whoever looks at the numbers should read, such as words of the producer. */
    NOTE,
    /** How numbers were estimated: made anew whenever they are, and told by help and header. */
    METHOD,
    /** Where the sizes of allocations are known from; likewise. */
    SIZES,
    /** Likewise, and other recordings are among that. */
    REFERENCE_SIZES,
    /** That numbers are no estimates. */
    EXACT,
    /** Which profiles were subtracted from each other. */
    DIFFERENCE,
    /** About a file as such: made anew when another is written. */
    FILE,
    /** How many functions were given names. */
    NAMES;

    /** Whether estimating again makes such remarks anew. */
    public boolean isOfEstimation() {
      return this == METHOD || this == SIZES || this == REFERENCE_SIZES || this == EXACT;
    }
  }

  public Remark {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(text, "text");
  }

  /** A {@link Topic#NOTE}. */
  public static Remark note(String text) {
    return new Remark(Topic.NOTE, text);
  }

  /** Notes. */
  public static List<Remark> notes(Collection<String> texts) {
    List<Remark> notes = new ArrayList<>();
    for (String text : texts) {
      notes.add(note(text));
    }
    return notes;
  }

  /** The texts alone. */
  static List<String> texts(Collection<Remark> remarks) {
    List<String> texts = new ArrayList<>();
    for (Remark remark : remarks) {
      texts.add(remark.text);
    }
    return texts;
  }

  /** The same remark about one of several profiles. */
  public Remark about(String side) {
    return new Remark(topic, side + ": " + text);
  }
}
