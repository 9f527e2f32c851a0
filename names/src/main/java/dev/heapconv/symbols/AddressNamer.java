package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import java.io.IOException;
import java.util.List;

/** Looks up addresses in files with symbols. */
interface AddressNamer {

  /**
   * The functions at addresses, innermost first where functions are inlined, with mangled names.
   *
   * @param addresses as in the symbol table of the binary; ascending, each once
   * @return a list for each address; empty where nothing is known
   * @throws IOException if the file cannot be used
   */
  List<List<SourceLine>> name(SymbolFile file, long[] addresses) throws IOException;
}
