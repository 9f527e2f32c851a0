package dev.heapconv.reader.perfetto;

/** What a Perfetto trace of estimates means to both its writer and its reader. */
public final class EstimatesTrace {

  /**
   * The name of the tracing session, by which such a trace is recognized; the Perfetto UI shows it.
   */
  public static final String SESSION = "heapconv estimates";

  /**
   * The sampling interval of its dumps, under which no program scales numbers again. In a trace
   * with other recordings, those of another interval are no estimates.
   */
  public static final long INTERVAL = 1;

  /** Process ids from here on were made up, as every process needs one; Linux ends at 2^22. */
  public static final long FIRST_MADE_UP_PID = 0x7f00_0000L;

  private EstimatesTrace() {}
}
