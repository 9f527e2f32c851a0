package dev.heapconv.reader.perfetto;

/** The interning state of one packet sequence: the {@link Generation} of the packets to come. */
final class SequenceState {

  /** That of the packet sequence in the trace. */
  final int id;

  final CallstackResolver resolver;

  private Generation generation =
      new Generation(0, InternTable.ofInternedData(), InternTable.ofProfilePackets());

  private int lastNumber;

  /** That of the last profile packet. */
  private Generation lastPacket = generation;

  /** Whether ids get other meanings in other generations; those of heapprofd never do. */
  private boolean reusesIds;

  private boolean isCertain;

  SequenceState(int id, CallstackResolver resolver) {
    this.id = id;
    this.resolver = resolver;
  }

  Generation generation() {
    return generation;
  }

  /**
   * The generation to resolve rows in: after packets were lost, later definitions hold for those
   * that were sent before as well, unless another generation has begun.
   */
  Generation toResolve(Generation sent) {
    return generation.number() == sent.number() ? generation : sent;
  }

  /** The stack of a callstack id of the packets to come, or -1 if it is not defined. */
  int resolve(long callstack) {
    return resolver.resolve(generation, callstack);
  }

  /** Forgets all interned data, as "incremental state cleared" requires. */
  void clearIncrementalState() {
    begin(generation.interned.afterClear(), ++lastNumber);
  }

  /**
   * Packets were lost, and with them perhaps the end of the generation. If ids are used again,
   * nothing that was defined before may be taken for what the packets to come mean by them.
   *
   * @return whether ids have no meanings any more
   */
  boolean packetsLost() {
    begin(
        generation.interned.afterLoss(!reusesIds), reusesIds ? ++lastNumber : generation.number());
    return reusesIds;
  }

  private void begin(InternTable interned, int number) {
    generation = new Generation(number, interned, generation.inline);
    isCertain = true;
  }

  /** Whether a packet since the last profile packet said which generation holds from there on. */
  boolean isCertain() {
    return isCertain;
  }

  /** A profile packet was read. */
  void endPacket() {
    isCertain = false;
    lastPacket = generation;
  }

  /** No generation has ended since the last profile packet, whatever was lost. */
  void confirm() {
    confirm(lastPacket);
  }

  /** No generation has ended since rows were sent in one, whatever was lost. */
  void confirm(Generation sent) {
    if (reusesIds && generation.interned.confirm(sent.interned)) {
      generation.renumber(sent.number());
    }
  }

  /**
   * Definitions were added to the interned data. Once packets were lost, an id with another meaning
   * than before proves that a generation has begun: only what was defined since then can belong to
   * it.
   */
  void defined() {
    InternTable interned = generation.interned;
    reusesIds |= interned.isReused();
    if (interned.takeRedefined()) {
      interned.isolate();
      generation.renumber(++lastNumber);
    }
  }

  /** The tables to add the definitions of a dump to. */
  InternTable inline() {
    if (generation.inline.isEmpty()) {
      generation.renumber(++lastNumber);
    }
    return generation.inline;
  }

  boolean definesInline() {
    return !generation.inline.isEmpty();
  }

  /** Drops the inline tables, which end with the dump they came with. */
  void endDump() {
    if (definesInline()) {
      generation =
          new Generation(++lastNumber, generation.interned, InternTable.ofProfilePackets());
    }
  }

  /** Whether a callstack id has a meaning. */
  boolean defines(long callstack) {
    return generation.interned.callstacks.find(callstack) >= 0;
  }
}
