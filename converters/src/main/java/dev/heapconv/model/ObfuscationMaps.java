package dev.heapconv.model;

import java.io.IOException;

/** A naming by maps of Java names, which a trace can hold. */
public interface ObfuscationMaps extends Naming {

  /** Receives the content of the maps: each class, followed by what is in it. */
  interface Visitor {

    /**
     * A class begins.
     *
     * @param packageName the Android package that its map is for; empty if for any
     */
    void type(String packageName, String obfuscated, String original) throws IOException;

    /** A field of the class. */
    void field(String obfuscated, String original) throws IOException;

    /**
     * A method of the class, or a function inlined into one. Lines are 0 where the map has none.
     *
     * @param original its name; of a method from another class, with the name of that class
     */
    void method(
        String obfuscated,
        String original,
        int obfuscatedStart,
        int obfuscatedEnd,
        int originalStart,
        int originalEnd)
        throws IOException;
  }

  /** Passes on the content of all maps, in their order. */
  void visit(Visitor visitor) throws IOException;
}
