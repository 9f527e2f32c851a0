package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** The version of the program, which the build writes into it. */
final class Version implements CommandLine.IVersionProvider {

  static String number() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  /** Name and version, as written into outputs. */
  static String tool() {
    return "heapconv " + number();
  }

  @Override
  public String[] getVersion() {
    return new String[] {tool()};
  }
}
