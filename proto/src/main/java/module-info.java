/** Classes generated from the protobuf descriptions of traces and profiles. */
module dev.heapconv.proto {
  requires transitive com.google.protobuf;

  exports dev.heapconv.proto.otlp;
  exports dev.heapconv.proto.perfetto;
  exports dev.heapconv.proto.pprof;
}
