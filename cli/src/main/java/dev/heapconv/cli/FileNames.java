package dev.heapconv.cli;

import dev.heapconv.io.PathNames;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Names of files, on the command line and in lists. */
final class FileNames {

  /** What Java makes of the bytes of an argument that are not text. */
  private static final char REPLACEMENT = '\ufffd';

  private static final int BLOCK_BYTES = 64 << 10;

  /** More than any system allows in a path. */
  private static final int MAX_NAME_BYTES = 256 << 10;

  private FileNames() {}

  /** A path that is exactly what the user named. */
  static Path path(String name) {
    if (name.indexOf(REPLACEMENT) < 0) {
      try {
        return PathNames.path(name);
      } catch (InvalidPathException e) {
        // Reported below.
      }
    }
    throw invalid(name);
  }

  /** Whether this is the name of a program or library (ELF). */
  static boolean isProgram(String name) {
    if (!MissingFile.exists(name) || !Files.isRegularFile(PathNames.path(name))) {
      return false;
    }
    try (InputStream in = Files.newInputStream(PathNames.path(name))) {
      return Arrays.equals(in.readNBytes(4), new byte[] {0x7f, 'E', 'L', 'F'});
    } catch (IOException e) {
      return false;
    }
  }

  /** The error that a name is none. */
  static UsageException invalid(String name) {
    return new UsageException("'" + name + "' is not a valid file name");
  }

  /**
   * Reads the list of names on standard input, as {@code find} prints it: they end in newlines, or
   * if there is a NUL character, which no name has, in these. A name that the system's encoding
   * cannot express becomes a {@code file:} URI.
   *
   * @throws HeapConvException if it cannot be read, or is no list of names
   */
  static List<String> readList(InputStream in) throws IOException {
    // Names come in the encoding of the system, whatever that is.
    String encoding = System.getProperty("sun.jnu.encoding");
    Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
    List<String> names = new ArrayList<>();
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    // All that was read before the first NUL character, which may be a name with newlines.
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    boolean nul = false;
    byte[] block = new byte[BLOCK_BYTES];
    // Since the end of the last name: a device of zeros has empty ones without end.
    long read = 0;
    try {
      for (int count; (count = in.read(block)) >= 0; ) {
        for (int i = 0; i < count; i++) {
          read++;
          if (!nul && block[i] == '\0') {
            checkLength(lines.size(), 1);
            nul = true;
            names.clear();
            name = lines;
          } else if (!nul && lines.size() <= MAX_NAME_BYTES) {
            lines.write(block[i]);
          }
          if (block[i] != (nul ? '\0' : '\n')) {
            name.write(block[i]);
          } else if (name.size() > 0) {
            names.add(name(name.toByteArray(), charset));
            name.reset();
            read = 0;
          }
          checkLength(read, names.size() + 1);
        }
      }
    } catch (IOException e) {
      throw HeapConvException.unreadable(NamedInput.STDIN, e);
    }
    if (name.size() > 0) {
      names.add(name(name.toByteArray(), charset));
    }
    return names;
  }

  private static void checkLength(long bytes, int line) throws HeapConvException {
    if (bytes > MAX_NAME_BYTES) {
      throw HeapConvException.input(ErrorId.LINE_TOO_LONG, NamedInput.STDIN, line, MAX_NAME_BYTES);
    }
  }

  private static String name(byte[] name, Charset charset) {
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      // A character for each byte.
      String bytes = new String(name, StandardCharsets.ISO_8859_1);
      String folder = bytes.startsWith("/") ? "file://" : Path.of("").toUri().toString();
      String escaped = URLEncoder.encode(bytes, StandardCharsets.ISO_8859_1);
      return folder + escaped.replace("+", "%20").replace("%2F", "/");
    }
  }
}
