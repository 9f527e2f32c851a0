package dev.heapconv.model;

import java.util.Objects;

/**
 * A file mapped into the address space of a profiled process.
 *
 * @param path path of the file, or a name such as {@code [anon:dalvik-jit-code-cache]}; empty when
 *     unknown
 * @param buildId build id as lower-case hexadecimal digits; empty when unknown
 * @param start first address of the mapping
 * @param end first address after the mapping; not above {@code start} when the range is unknown
 * @param fileOffset offset of the byte at {@code start} in the binary, which may be a part of the
 *     file
 * @param loadBias difference between addresses in the binary's symbol table and offsets in the
 *     binary; 0 when unknown
 * @param biasKnown whether the recording contains the load bias
 * @param binaryOffset offset in the file of the first byte of the binary, which is above 0 for a
 *     library in an APK
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

  /** For recordings that contain addresses in the process and no load bias. */
  public Mapping(String path, String buildId, long start, long end, long fileOffset) {
    this(path, buildId, start, end, fileOffset, 0, false, 0);
  }

  /** For recordings that contain offsets in the binary, and not where it was mapped. */
  public Mapping(String path, String buildId) {
    this(path, buildId, 0, 0, 0);
  }

  /** The same mapping of a file with another path. */
  Mapping withPath(String other) {
    return new Mapping(other, buildId, start, end, fileOffset, loadBias, biasKnown, binaryOffset);
  }

  /**
   * Address in the process of the instruction at {@code relPc}, an address as in the binary's
   * symbol table if its load bias is known, and otherwise an offset in the binary.
   *
   * @return 0 if {@code relPc} is 0, which is unknown: no code is where the header of a binary is.
   *     Also if it would lie outside the mapping: then the recording does not say enough
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
   * What stands for a function of which the recording tells the file, but neither the name nor the
   * place in the file, so that symbols cannot name it: {@code [libc.so.6]}.
   */
  public String unknownFunction() {
    return "[" + baseName() + "]";
  }

  /** Last component of {@link #path}; empty if the path is. */
  public String baseName() {
    return baseName(path);
  }

  /** Last component of a path, which may be one of Windows; empty if the path is. */
  public static String baseName(String path) {
    boolean windows = path.startsWith(":\\", 1) || path.startsWith("\\\\");
    int folder = path.lastIndexOf('/');
    return path.substring(1 + (windows ? Math.max(folder, path.lastIndexOf('\\')) : folder));
  }
}
