/** Turns linker symbols of C++ and Rust into readable names. Needs nothing but Java. */
module dev.heapconv.demangle {
  requires static org.jspecify;

  exports dev.heapconv.demangle;
}
