/**
 * Reads heap profiles, estimates what programs allocated, and writes profiles. {@link
 * dev.heapconv.HeapConv} is the entry.
 */
module dev.heapconv.converters {
  requires static transitive org.jspecify;
  requires com.github.luben.zstd_jni;
  requires com.google.protobuf;
  requires dev.heapconv.demangle;
  requires dev.heapconv.proto;
  requires transitive dev.heapconv.unskew;
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.compress;
  requires org.apache.commons.io;
  requires tools.jackson.core;

  exports dev.heapconv;
  exports dev.heapconv.input;
  exports dev.heapconv.model;
  exports dev.heapconv.query;
  exports dev.heapconv.reader;
  exports dev.heapconv.writer;
}
