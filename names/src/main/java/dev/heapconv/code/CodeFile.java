package dev.heapconv.code;

import dev.heapconv.symbols.ElfFile;
import dev.heapconv.symbols.ElfFile.ElfSection;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The code of a program or shared library, with what says where functions begin and which ones of
 * other files it calls. Trusts nothing in the file: what is damaged is an {@link IOException} or
 * unknown. All addresses are the file's own.
 */
final class CodeFile {

  /** Of a table that is read as a whole: some ten times the largest known. */
  private static final int MAX_TABLE = 256 << 20;

  /** Of the table of exception handlers of one function. */
  private static final int MAX_HANDLERS = 1 << 18;

  private static final int SECTION_RELA = 4;
  private static final int SYMBOL_SIZE = 24;
  private static final int TYPE_FUNCTION = 2;
  private static final int TYPE_INDIRECT_FUNCTION = 10;
  private static final int MAX_NAME = 4096;

  /** Longer stubs than any linker makes. */
  private static final int MAX_STUB = 32;

  private final ElfFile elf;
  final Machine machine;
  private final Decoder decoder;
  private final List<ElfSection> code = new ArrayList<>();
  private final List<ElfSection> stubs = new ArrayList<>();
  private final Map<String, ElfSection> byName = new HashMap<>();
  private final UnwindTable functions;

  private @Nullable Symbols dynamic;

  /** What was decoded last: whoever looks for a function's parts reads it next. */
  private List<Decoder.Instruction> decoded = List.of();

  private long decodedStart;
  private long decodedEnd;

  private @Nullable Relocations relocations;
  private final Long2ObjectOpenHashMap<LongArrayList> leaves = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Value> stubTargets = new Long2ObjectOpenHashMap<>();
  private @Nullable Map<String, LongArrayList> addresses;
  private @Nullable Long2ObjectOpenHashMap<List<String>> names;
  private long @Nullable [] functionStarts;
  private final Map<Long, Boolean> keeping = new HashMap<>();

  /** A symbol table. */
  private static final class Symbols {
    private final ByteBuffer entries;
    private final byte[] texts;

    Symbols(byte[] entries, byte[] texts) {
      this.entries = ByteBuffer.wrap(entries).order(ByteOrder.LITTLE_ENDIAN);
      this.texts = texts;
    }

    int count() {
      return entries.capacity() / SYMBOL_SIZE;
    }

    String name(int symbol) throws IOException {
      long at = entries.getInt(symbol * SYMBOL_SIZE) & 0xffff_ffffL;
      if (at >= texts.length) {
        throw new IOException("the names of symbols are damaged");
      }
      int end = (int) at;
      while (end < texts.length && texts[end] != 0 && end - at < MAX_NAME) {
        end++;
      }
      return new String(texts, (int) at, end - (int) at, StandardCharsets.UTF_8);
    }

    boolean isDefined(int symbol) {
      return entries.getShort(symbol * SYMBOL_SIZE + 6) != 0;
    }

    boolean isFunction(int symbol) {
      int type = entries.get(symbol * SYMBOL_SIZE + 4) & 15;
      return type == TYPE_FUNCTION || type == TYPE_INDIRECT_FUNCTION;
    }

    long address(int symbol) {
      return entries.getLong(symbol * SYMBOL_SIZE + 8);
    }
  }

  /** What the dynamic linker writes: symbols into slots, and addresses into data. */
  private record Relocations(Long2IntOpenHashMap symbols, Long2LongOpenHashMap pointers) {}

  private CodeFile(ElfFile elf, Machine machine) throws IOException {
    this.elf = elf;
    this.machine = machine;
    decoder = machine.decoder();
    for (ElfSection section : elf.sections()) {
      if (section.isLoaded() && section.isPresent()) {
        String name = elf.nameOf(section);
        byName.putIfAbsent(name, section);
        if (section.isCode()) {
          (name.startsWith(".plt") || name.equals(".iplt") ? stubs : code).add(section);
        }
      }
    }
    ElfSection frames = byName.get(".eh_frame");
    if (code.isEmpty() || frames == null) {
      throw new IOException(
          code.isEmpty() ? "has no code" : "has no tables for unwinding (.eh_frame)");
    }
    ElfSection index = byName.get(".eh_frame_hdr");
    functions =
        UnwindTable.of(
            all(frames),
            frames.address(),
            index == null ? null : all(index),
            index == null ? 0 : index.address());
  }

  /**
   * Opens a file.
   *
   * @throws UnknownProcessorException if its code is not that of a processor known here
   */
  static CodeFile open(Path path) throws IOException {
    ElfFile elf = ElfFile.open(path);
    try {
      Machine machine = elf.isWideLittleEndian() ? Machine.of(elf.machine()) : null;
      if (machine == null) {
        throw new UnknownProcessorException();
      }
      return new CodeFile(elf, machine);
    } catch (IOException | RuntimeException | Error e) {
      elf.close();
      throw e;
    }
  }

  /** The file has code that nobody here reads. */
  static final class UnknownProcessorException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownProcessorException() {
      super("its code is neither of x86-64 nor of 64-bit ARM");
    }
  }

  ElfFile elf() {
    return elf;
  }

  private byte[] all(ElfSection section) throws IOException {
    if (section.size() > MAX_TABLE) {
      throw new IOException("damaged: a table of " + section.size() + " bytes");
    }
    return elf.contents(section, 0, (int) section.size());
  }

  private static @Nullable ElfSection at(Iterable<ElfSection> sections, long address) {
    for (ElfSection section : sections) {
      long offset = address - section.address();
      if (offset >= 0 && offset < section.size()) {
        return section;
      }
    }
    return null;
  }

  boolean isCode(long address) {
    return at(code, address) != null;
  }

  /** The function, or part of one, that an address is in; null if that is not known. */
  UnwindTable.@Nullable Range range(long address) {
    UnwindTable.Range range = functions.at(address);
    ElfSection section = range == null ? null : at(code, range.start());
    return range != null && section != null && range.end() - section.address() <= section.size()
        ? range
        : null;
  }

  /** Bytes of code or of constants, which no program changes. */
  byte[] bytes(long address, int length) throws IOException {
    ElfSection section = at(byName.values(), address);
    if (section == null) {
      throw new IOException("damaged: refers to address " + Long.toHexString(address));
    }
    long offset = address - section.address();
    return elf.contents(section, offset, (int) Math.min(length, section.size() - offset));
  }

  /** The decoded instructions of a part of the code, each following the one before. */
  List<Decoder.Instruction> decode(long start, long end) throws IOException {
    if (start == decodedStart && end == decodedEnd) {
      return decoded;
    }
    byte[] bytes = bytes(start, Math.toIntExact(end - start));
    List<Decoder.Instruction> read = new ArrayList<>(bytes.length / 4);
    for (int at = 0; at < bytes.length; ) {
      Decoder.Instruction next = decoder.decode(bytes, at, start + at);
      read.add(next);
      at += next.length();
    }
    decoded = read;
    decodedStart = start;
    decodedEnd = end;
    return read;
  }

  /**
   * Where direct jumps lead out of a range.
   *
   * @throws UnclearException if it has instructions that are not known
   */
  LongArrayList leaves(UnwindTable.Range range) throws IOException, UnclearException {
    LongArrayList known = leaves.get(range.start());
    if (known != null) {
      return known;
    }
    LongArrayList found = new LongArrayList();
    for (Decoder.Instruction instruction : decode(range.start(), range.end())) {
      for (Step step : instruction.steps()) {
        if (step instanceof Step.Opaque) {
          throw new UnclearException(Unclear.UNKNOWN_INSTRUCTION);
        }
        boolean isJump = step instanceof Step.Jump jump && jump.target() instanceof Value.Constant;
        if (isJump || step instanceof Step.Branch) {
          long target =
              step instanceof Step.Branch branch
                  ? branch.target()
                  : ((Value.Constant) ((Step.Jump) step).target()).value();
          if (!range.contains(target)) {
            found.add(target);
          }
        }
      }
    }
    leaves.put(range.start(), found);
    return found;
  }

  /** Whether an address is of constants that no program changes, as tables of jumps are. */
  boolean isConstant(long address) throws IOException {
    ElfSection section = at(byName.values(), address);
    return section != null
        && (!section.isWritable() || elf.nameOf(section).startsWith(".data.rel.ro"));
  }

  /** What an address of code stands for: itself, or, for a stub, what it jumps to. */
  Value target(long address) throws IOException {
    if (at(stubs, address) == null) {
      return new Value.Constant(address);
    }
    Value known = stubTargets.get(address);
    if (known == null) {
      known = throughStub(address);
      stubTargets.put(address, known);
    }
    return known;
  }

  private Value throughStub(long address) throws IOException {
    byte[] bytes = bytes(address, MAX_STUB);
    State state = State.unknown(this);
    for (int at = 0; at < bytes.length; ) {
      Decoder.Instruction next = decoder.decode(bytes, at, address + at);
      for (Step step : next.steps()) {
        if (step instanceof Step.Jump jump) {
          return state.evaluate(jump.target(), 8);
        } else if (!(step instanceof Step.Put || step instanceof Step.Compare)) {
          return Value.UNKNOWN;
        }
        state.apply(step);
      }
      at += next.length();
    }
    return Value.UNKNOWN;
  }

  /** What the dynamic linker writes into a slot for a function; unknown if it is not one. */
  Value slot(long address) throws IOException {
    Relocations known = relocations();
    int symbol = known.symbols.get(address);
    if (symbol > 0) {
      return new Value.Import(Objects.requireNonNull(dynamic).name(symbol));
    }
    ElfSection section = at(byName.values(), address);
    boolean isSlot = section != null && elf.nameOf(section).startsWith(".got");
    return isSlot && known.pointers.containsKey(address)
        ? new Value.Constant(known.pointers.get(address))
        : Value.UNKNOWN;
  }

  /** The address in a table of them, as the dynamic linker leaves it. */
  long pointer(long address) throws IOException {
    Relocations known = relocations();
    if (known.pointers.containsKey(address)) {
      return known.pointers.get(address);
    }
    byte[] bytes = bytes(address, Long.BYTES);
    if (bytes.length < Long.BYTES) {
      throw new IOException("a table is cut off");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Whether a variable holds an address when the program begins. */
  boolean isPointer(long variable, long address) throws IOException {
    ElfSection section = at(byName.values(), variable);
    return section != null
        && variable - section.address() <= section.size() - Long.BYTES
        && pointer(variable) == address;
  }

  private Relocations relocations() throws IOException {
    if (relocations == null) {
      Symbols dynamic = dynamic();
      Relocations read = new Relocations(new Long2IntOpenHashMap(), new Long2LongOpenHashMap());
      for (ElfSection section : elf.sections()) {
        if (section.type() == SECTION_RELA && section.isLoaded() && section.isPresent()) {
          ByteBuffer all = ByteBuffer.wrap(all(section)).order(ByteOrder.LITTLE_ENDIAN);
          while (all.remaining() >= SYMBOL_SIZE) {
            long where = all.getLong();
            long info = all.getLong();
            long addend = all.getLong();
            int type = (int) info;
            int symbol = (int) (info >>> 32);
            if (type == machine.relocations.relative()) {
              read.pointers.put(where, addend);
            } else if (dynamic != null && symbol > 0 && symbol < dynamic.count()) {
              if (type == machine.relocations.globalData()
                  || type == machine.relocations.jumpSlot()) {
                read.symbols.put(where, symbol);
              } else if (type == machine.relocations.absolute() && dynamic.isDefined(symbol)) {
                read.pointers.put(where, dynamic.address(symbol) + addend);
              }
            }
          }
        }
      }
      relocations = read;
    }
    return relocations;
  }

  /** The exported names, and the imported ones. */
  private @Nullable Symbols dynamic() throws IOException {
    if (dynamic == null) {
      dynamic = symbols(ElfFile.SECTION_DYNSYM);
    }
    return dynamic;
  }

  private @Nullable Symbols symbols(int type) throws IOException {
    ElfSection table = elf.ofType(type);
    if (table == null || table.entry() != SYMBOL_SIZE) {
      return null;
    }
    int link = table.link();
    if (link <= 0 || link >= elf.sections().size()) {
      throw new IOException("the symbol table is damaged");
    }
    return new Symbols(all(table), all(elf.sections().get(link)));
  }

  /** Where functions of a name begin. */
  LongArrayList addresses(String name) throws IOException {
    readNames();
    return Objects.requireNonNull(addresses).getOrDefault(name, new LongArrayList());
  }

  /** The names of the function that begins at an address. */
  List<String> names(long address) throws IOException {
    readNames();
    return Objects.requireNonNull(names).getOrDefault(address, List.of());
  }

  /**
   * Whether a function saves the registers that calls keep before it writes them. One that does not
   * is a part of its callers that the compiler has moved out of them.
   */
  boolean keepsRegisters(long function) throws IOException {
    Boolean known = keeping.get(function);
    if (known == null) {
      UnwindTable.Range range = range(function);
      known =
          range != null
              && range.start() == function
              && range.end() - function <= Routine.MAX_BYTES
              && savesRegisters(decode(function, range.end()));
      keeping.put(function, known);
    }
    return known;
  }

  private boolean savesRegisters(List<Decoder.Instruction> code) {
    int saved = machine.registers.changedByCalls() | 1 << machine.registers.stackPointer();
    for (Decoder.Instruction instruction : code) {
      for (Step step : instruction.steps()) {
        if (step instanceof Step.Store store && store.value() instanceof Value.Register register) {
          saved |= 1 << register.number();
        } else if (step instanceof Step.Opaque
            || (step instanceof Step.Put put && (saved >> put.register() & 1) == 0)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The functions with a name that begin within a range, not where it does. */
  List<Long> functionsWithin(long start, long end) throws IOException {
    readNames();
    long[] starts = Objects.requireNonNull(functionStarts);
    List<Long> within = new ArrayList<>();
    int at = Arrays.binarySearch(starts, start + 1);
    for (int i = at < 0 ? -at - 1 : at; i < starts.length && starts[i] < end; i++) {
      within.add(starts[i]);
    }
    return within;
  }

  private void readNames() throws IOException {
    if (names != null) {
      return;
    }
    List<Symbols> tables = new ArrayList<>();
    for (Symbols table : Arrays.asList(dynamic(), symbols(ElfFile.SECTION_SYMTAB))) {
      if (table != null) {
        tables.add(table);
      }
    }
    Map<String, LongArrayList> byName = new HashMap<>();
    Long2ObjectOpenHashMap<List<String>> byAddress = new Long2ObjectOpenHashMap<>();
    for (Symbols table : tables) {
      for (int symbol = 1; symbol < table.count(); symbol++) {
        if (table.isDefined(symbol) && table.isFunction(symbol)) {
          String name = table.name(symbol);
          long address = table.address(symbol);
          byName.computeIfAbsent(name, unused -> new LongArrayList(1)).add(address);
          byAddress.computeIfAbsent(address, unused -> new ArrayList<>(1)).add(name);
        }
      }
    }
    addresses = byName;
    names = byAddress;
    functionStarts = byAddress.keySet().toLongArray();
    Arrays.sort(functionStarts);
  }

  /**
   * Where the code continues after exceptions in a range.
   *
   * @return null if that cannot be read
   */
  @Nullable LongArrayList landingPads(UnwindTable.Range range) {
    LongArrayList pads = new LongArrayList();
    if (range.handlers() == 0) {
      return pads;
    }
    try {
      ElfSection section = at(byName.values(), range.handlers());
      if (section == null) {
        return null;
      }
      long offset = range.handlers() - section.address();
      int most = (int) Math.min(section.size() - offset, MAX_HANDLERS);
      ByteBuffer in =
          ByteBuffer.wrap(elf.contents(section, offset, most)).order(ByteOrder.LITTLE_ENDIAN);
      long base = range.start();
      int encoding = in.get() & 0xff;
      if (encoding != DwarfNumbers.OMITTED) {
        base = DwarfNumbers.encoded(in, encoding, range.handlers());
      }
      if ((in.get() & 0xff) != DwarfNumbers.OMITTED) {
        DwarfNumbers.unsigned(in);
      }
      encoding = in.get() & 0xff;
      long end = DwarfNumbers.unsigned(in);
      end += in.position();
      while (in.position() < end) {
        DwarfNumbers.encoded(in, encoding, range.handlers());
        DwarfNumbers.encoded(in, encoding, range.handlers());
        long pad = DwarfNumbers.encoded(in, encoding, range.handlers());
        DwarfNumbers.unsigned(in);
        if (pad != 0) {
          pads.add(base + pad);
        }
      }
      return pads;
    } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
      return null;
    }
  }

  void close() throws IOException {
    elf.close();
  }
}
