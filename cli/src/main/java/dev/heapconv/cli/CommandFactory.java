package dev.heapconv.cli;

import picocli.CommandLine;

/** Creates the commands that use the terminal, and leaves everything else to picocli. */
final class CommandFactory implements CommandLine.IFactory {

  private final Terminal terminal;

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == HeapConvCommand.class) {
      return type.cast(new HeapConvCommand(terminal));
    }
    if (type == TopCommand.class) {
      return type.cast(new TopCommand(terminal));
    }
    if (type == AccuracyCommand.class) {
      return type.cast(new AccuracyCommand(terminal));
    }
    if (type == InfoCommand.class) {
      return type.cast(new InfoCommand(terminal));
    }
    if (type == MergeCommand.class) {
      return type.cast(new MergeCommand(terminal));
    }
    if (type == DiffCommand.class) {
      return type.cast(new DiffCommand(terminal));
    }
    if (type == GrowthCommand.class) {
      return type.cast(new GrowthCommand(terminal));
    }
    if (type == BatchCommand.class) {
      return type.cast(new BatchCommand(terminal));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
