package dev.heapconv.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** The version of the job, which the build writes into its jar. */
final class Version implements CommandLine.IVersionProvider {

  /** Name and version, as the outputs of the program have them. */
  static String tool() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "heapconv " + properties.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {tool()};
  }
}
