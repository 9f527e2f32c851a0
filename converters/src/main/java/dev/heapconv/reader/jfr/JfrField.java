package dev.heapconv.reader.jfr;

/** The fields that this package asks for, of events and of constants. */
enum JfrField {
  ADDRESS("address"),
  ALLOCATED("allocated"),
  ALLOCATION_SIZE("allocationSize"),
  DESCRIPTOR("descriptor"),
  DURATION("duration"),
  EVENT_THREAD("eventThread"),
  FRAMES("frames"),
  ID("id"),
  JAVA_ARGUMENTS("javaArguments"),
  JAVA_NAME("javaName"),
  JAVA_THREAD_ID("javaThreadId"),
  JVM_VERSION("jvmVersion"),
  LINE_NUMBER("lineNumber"),
  METHOD("method"),
  NAME("name"),
  OBJECT_CLASS("objectClass"),
  OS_NAME("osName"),
  PID("pid"),
  SIZE("size"),
  STACK_TRACE("stackTrace"),
  START_TIME("startTime"),
  THREAD("thread"),
  TLAB_SIZE("tlabSize"),
  TYPE("type"),
  VALUE("value"),
  VIRTUAL("virtual"),
  WEIGHT("weight");

  private final String name;

  JfrField(String name) {
    this.name = name;
  }

  /** As metadata have it. */
  @Override
  public String toString() {
    return name;
  }
}
