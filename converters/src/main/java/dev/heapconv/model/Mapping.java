package dev.heapconv.model;

import java.util.Objects;

/**
 * A file mapped into the address space of a profiled process.
 *
 * @param path path of the file, or a name such as {@code [anon:dalvik-jit-code-cache]}; empty when
 *     unknown
 * @param buildId build id as lower-case hexadecimal digits; empty when unknown
 * @param start first address of the mapping
 * @param end first address after the mapping
 * @param fileOffset offset in the file of the byte at {@code start}
 * @param loadBias difference between addresses in the file's symbol table and offsets from where it
 *     is loaded
 */
public record Mapping(
    String path, String buildId, long start, long end, long fileOffset, long loadBias) {

  public Mapping {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(buildId, "buildId");
  }

  // Written out because a record's own methods are linked at run time, which slows start-up.

  @Override
  public int hashCode() {
    return (path.hashCode() * 31 + buildId.hashCode()) * 31 + Long.hashCode(start);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mapping that
        && start == that.start
        && end == that.end
        && fileOffset == that.fileOffset
        && loadBias == that.loadBias
        && path.equals(that.path)
        && buildId.equals(that.buildId);
  }

  /**
   * Address in the process of the instruction {@code relPc}, which is relative to the addresses in
   * the file's symbol table.
   */
  public long absoluteAddress(long relPc) {
    return relPc + start - fileOffset - loadBias;
  }

  /** Last component of {@link #path}; empty if the path is. */
  public String baseName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
