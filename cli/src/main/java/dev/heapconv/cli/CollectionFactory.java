package dev.heapconv.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * Creates what picocli collects repeated options in. Nothing else is created from its type:
 * picocli's own factory would look for Groovy first.
 */
final class CollectionFactory implements CommandLine.IFactory {

  @Override
  public <K> K create(Class<K> type) {
    if (type == List.class) {
      return type.cast(new ArrayList<>());
    }
    throw new IllegalArgumentException(type.getName());
  }
}
