package dev.heapconv.io;

/** Text in HTML and SVG. */
public final class Markup {

  private Markup() {}

  /**
   * As it is written between tags, or in an attribute in double quotes. Two characters that are
   * none of XML's are replaced; callers leave no control characters.
   */
  public static String escaped(String text) {
    return text.replace('\ufffe', '\ufffd')
        .replace('\uffff', '\ufffd')
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
