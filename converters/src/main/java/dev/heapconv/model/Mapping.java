package dev.heapconv.model;

import java.util.Objects;

/**
 * A file that is mapped into the address space of a profiled process.
 *
 * @param path path of the file, or a name such as {@code [anon:dalvik-jit-code-cache]}; empty if
 *     unknown
 * @param buildId build id as lower-case hexadecimal digits; empty if unknown
 * @param start first address of the mapping
 * @param end first address after the mapping; not above {@code start} if the range is unknown
 * @param fileOffset offset of the byte at {@code start} in the binary, which may be a part of the
 *     file
 * @param loadBias difference between addresses in the binary's symbol table and offsets in the
 *     binary; 0 if unknown
 * @param biasKnown whether the recording contains the load bias
 * @param binaryOffset offset in the file of the first byte of the binary; above 0 for a library in
 *     an APK
 */
public record Mapping(
    String path,
    String buildId,
    long start,
    long end,
    long fileOffset,
    long loadBias,
    boolean biasKnown,
    long binaryOffset) {

  public Mapping {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(buildId, "buildId");
  }

  /**
   * Creates a mapping for a recording that contains addresses in the process, but no load bias.
   *
   * @param path path of the file; empty if unknown
   * @param buildId build id as lower-case hexadecimal digits; empty if unknown
   * @param start first address of the mapping
   * @param end first address after the mapping
   * @param fileOffset offset of the byte at {@code start} in the binary
   */
  public Mapping(String path, String buildId, long start, long end, long fileOffset) {
    this(path, buildId, start, end, fileOffset, 0, false, 0);
  }

  /**
   * Creates a mapping for a recording that contains offsets in the binary, but not where it was
   * mapped.
   *
   * @param path path of the file; empty if unknown
   * @param buildId build id as lower-case hexadecimal digits; empty if unknown
   */
  public Mapping(String path, String buildId) {
    this(path, buildId, 0, 0, 0);
  }

  /** Returns a copy with a different path. */
  Mapping withPath(String other) {
    return new Mapping(other, buildId, start, end, fileOffset, loadBias, biasKnown, binaryOffset);
  }

  /**
   * Returns the address in the process of an instruction.
   *
   * @param relPc the address as in the binary's symbol table if its load bias is known, and
   *     otherwise an offset in the binary; 0 if unknown
   * @return 0 if {@code relPc} is 0, because no code is where the header of a binary is. Also 0 if
   *     the address would lie outside the mapping, because the recording then does not state enough
   */
  public long absoluteAddress(long relPc) {
    long address = relPc + start - fileOffset - loadBias;
    boolean outside =
        Long.compareUnsigned(start, end) < 0
            && (Long.compareUnsigned(address, start) < 0
                || Long.compareUnsigned(address, end) >= 0);
    return outside || relPc == 0 ? 0 : address;
  }

  /**
   * Returns the name of a function for which the recording states only the file, so that symbols
   * cannot name it: {@code [libc.so.6]}.
   */
  public String unknownFunction() {
    return "[" + baseName() + "]";
  }

  /** Returns the last component of {@link #path}; empty if the path is empty. */
  public String baseName() {
    return baseName(path);
  }

  /**
   * Returns the last component of a path, which may be a Windows path; empty if the path is empty.
   *
   * @param path the path
   */
  public static String baseName(String path) {
    boolean windows = path.startsWith(":\\", 1) || path.startsWith("\\\\");
    int folder = path.lastIndexOf('/');
    return path.substring(1 + (windows ? Math.max(folder, path.lastIndexOf('\\')) : folder));
  }
}
