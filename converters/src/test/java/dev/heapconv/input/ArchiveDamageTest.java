package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;

/** Archives that look whole, but are not what was packed; and all the ways of packing them. */
class ArchiveDamageTest {

  private static final byte[] HEAP = TestData.bytes(TestData.own("fuzz/heaptext/gperftools.heap"));

  private static byte[] stored(byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry("a.heap");
    CRC32 crc = new CRC32();
    crc.update(content);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(entry);
      zip.write(content);
    }
    return out.toByteArray();
  }

  /** As APKs and the tools of Android write it: stored, and the sizes follow. */
  private static byte[] storedWithDescriptor(byte[] content) throws IOException {
    byte[] zip = stored(content);
    int header = 30 + "a.heap".length();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] start = Arrays.copyOf(zip, header);
    start[6] |= 8;
    byte[] sizes = Arrays.copyOfRange(zip, 14, 26);
    Arrays.fill(start, 14, 26, (byte) 0);
    out.writeBytes(start);
    out.writeBytes(content);
    out.writeBytes(new byte[] {'P', 'K', 7, 8});
    out.writeBytes(sizes);
    byte[] directory = Arrays.copyOfRange(zip, header + content.length, zip.length);
    directory[8] |= 8;
    // Where it begins, behind the sizes.
    directory[directory.length - 6] += 16;
    out.writeBytes(directory);
    return out.toByteArray();
  }

  /** Into a channel, so that the sizes are in front of the content. */
  private static byte[] zip64() throws IOException {
    SeekableInMemoryByteChannel channel = new SeekableInMemoryByteChannel();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(channel)) {
      zip.setUseZip64(Zip64Mode.Always);
      zip.putArchiveEntry(new ZipArchiveEntry("a.heap"));
      zip.write(HEAP);
      zip.closeArchiveEntry();
    }
    return Arrays.copyOf(channel.array(), (int) channel.size());
  }

  /** With the sizes behind the content. */
  private static byte[] zip64Stream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
      zip.setUseZip64(Zip64Mode.Always);
      zip.putArchiveEntry(new ZipArchiveEntry("a.heap"));
      zip.write(HEAP);
      zip.closeArchiveEntry();
    }
    return out.toByteArray();
  }

  private static byte[] tarWithBinaryNumbers() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
      TarArchiveEntry entry = new TarArchiveEntry("a.heap");
      entry.setSize(HEAP.length);
      entry.setUserId(1L << 40);
      tar.putArchiveEntry(entry);
      tar.write(HEAP);
      tar.closeArchiveEntry();
    }
    byte[] bytes = out.toByteArray();
    // The size as well, of which a writer makes a binary number only from 8 GiB on.
    Arrays.fill(bytes, 124, 136, (byte) 0);
    bytes[124] = (byte) 0x80;
    bytes[134] = (byte) (HEAP.length >> 8);
    bytes[135] = (byte) HEAP.length;
    int sum = 0;
    Arrays.fill(bytes, 148, 156, (byte) ' ');
    for (int i = 0; i < 512; i++) {
      sum += bytes[i] & 0xff;
    }
    byte[] octal = String.format("%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(octal, 0, bytes, 148, 8);
    return bytes;
  }

  /** Where the directory of a zip begins. */
  private static int directory(byte[] zip) {
    return Containers.indexOf(zip, new byte[] {'P', 'K', 1, 2});
  }

  /** A digit of the text becomes another. */
  private static byte[] withAnotherDigit(byte[] content) {
    byte[] changed = content.clone();
    for (int i = 40; ; i++) {
      if (changed[i] >= '1' && changed[i] <= '8') {
        changed[i]++;
        return changed;
      }
    }
  }

  /** An archive of {@link #HEAP} with the content of another archive in its place. */
  private static byte[] with(byte[] archive, byte[] other, int headerBytes) {
    byte[] changed = archive.clone();
    System.arraycopy(other, headerBytes, changed, headerBytes, HEAP.length);
    return changed;
  }

  @Test
  void everyWayOfPackingIsRead() throws IOException {
    RecordedProfile plain = Conversions.read(HEAP);
    for (byte[] archive :
        List.of(
            stored(HEAP),
            storedWithDescriptor(HEAP),
            Containers.zip("a.heap", HEAP),
            zip64(),
            zip64Stream(),
            Containers.tar("a.heap", HEAP),
            tarWithBinaryNumbers())) {
      RecordedProfile read = Conversions.read(archive, Conversions.STRICT);
      assertThat(read.heaps()).hasSameSizeAs(plain.heaps());
      assertThat(Conversions.noticeIds(read)).isEqualTo(Conversions.noticeIds(plain));
    }
  }

  @Test
  void aChangedDigitIsNoticedByTheChecksum() throws IOException {
    byte[] changed = withAnotherDigit(HEAP);
    int header = 30 + "a.heap".length();
    // A deflated zip whose checksum, in its directory, is that of the other content.
    byte[] deflated = Containers.zip("a.heap", changed);
    byte[] other = Containers.zip("a.heap", HEAP);
    System.arraycopy(other, directory(other) + 16, deflated, directory(deflated) + 16, 4);
    for (byte[] archive :
        List.of(
            with(stored(HEAP), stored(changed), header),
            with(storedWithDescriptor(HEAP), stored(changed), header),
            deflated)) {
      RecordedProfile read = Conversions.read(archive);
      assertThat(read.heaps()).isNotEmpty();
      assertThat(read.notices())
          .anySatisfy(notice -> assertThat(notice.message()).contains("archive is damaged"));
      assertThatThrownBy(() -> Conversions.read(archive, Conversions.STRICT))
          .isInstanceOf(HeapConvException.class)
          .hasMessageContaining("archive is damaged");
    }
  }

  @Test
  void aMemberBehindADamagedOneIsRead() throws IOException {
    byte[] both = Containers.zip("a.heap", HEAP, "b.heap", HEAP);
    both[directory(both) + 16]++;
    InputSource source = InputSource.stream("x", new ByteArrayInputStream(both));
    List<String> damage =
        source
            .readAll(
                Limits.DEFAULT,
                head -> InputSource.InputContent.PROFILE,
                input -> {
                  input.stream().transferTo(OutputStream.nullOutputStream());
                  return input.name() + " " + input.damage();
                })
            .read();
    assertThat(damage).containsExactly("x!a.heap the archive is damaged", "x!b.heap null");
  }

  @Test
  void aChangedTarHeaderIsNoticed() throws IOException {
    byte[] tar = Containers.tar("a.heap", HEAP);
    tar[0] = 'b';
    assertThat(Conversions.read(tar).notices())
        .anySatisfy(notice -> assertThat(notice.message()).contains("header of the member"));
    assertThatThrownBy(() -> Conversions.read(tar, Conversions.STRICT))
        .hasMessageContaining("header of the member");
  }

  @Test
  void aZipCutBetweenItsMembersIsNoticed() throws IOException {
    byte[] zip = Containers.zip("a.heap", HEAP, "b.heap", HEAP);
    int end = Containers.indexOf(zip, new byte[] {'P', 'K', 7, 8}) + 16;
    int directory = directory(zip);
    for (int length :
        new int[] {end, end + 10, end + 36, directory, directory + 9, zip.length - 22}) {
      byte[] cut = Arrays.copyOf(zip, length);
      assertThat(HeapConv.readAll(Conversions.source(cut), ReadOptions.DEFAULT).get(0).notices())
          .as("%d of %d bytes", length, zip.length)
          .anySatisfy(notice -> assertThat(notice.message()).contains("read completely"));
      assertThatThrownBy(() -> HeapConv.readAll(Conversions.source(cut), Conversions.STRICT))
          .isInstanceOf(HeapConvException.class);
    }
  }

  private static List<RecordedProfile> all(byte[] archive, ReadOptions options) throws IOException {
    return HeapConv.readAll(Conversions.source(archive), options);
  }

  private static void assertTold(byte[] archive, String... parts) throws IOException {
    assertThat(all(archive, ReadOptions.DEFAULT))
        .flatExtracting(RecordedProfile::notices)
        .anySatisfy(notice -> assertThat(notice.message()).contains(parts));
    assertThatThrownBy(() -> all(archive, Conversions.STRICT))
        .isInstanceOf(HeapConvException.class)
        .hasMessageContaining(parts[parts.length - 1]);
  }

  /** Also where it is no longer recognized, and whatever it is called. */
  @Test
  void noChangedBitOfAMemberIsMissed() throws IOException {
    byte[] stored = stored(HEAP);
    int header = 30 + "a.heap".length();
    byte[] deflated = Containers.zip("x", HEAP, "a.heap", HEAP);
    int second = Containers.indexOf(deflated, new byte[] {'P', 'K', 7, 8}) + 16 + header;
    for (int bit = 0; bit < 40 * Byte.SIZE; bit += Effort.of(7, 1)) {
      byte[] one = stored.clone();
      one[header + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> all(one, Conversions.STRICT)).isInstanceOf(HeapConvException.class);
      byte[] two = deflated.clone();
      two[second + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertTold(two, "");
    }
  }

  @Test
  void whatIsNamedLikeAProfileIsNotLeftOutInSilence() throws IOException {
    String said = "left out 1 member";
    assertTold(Containers.zip("a", HEAP, "b/c.pftrace.gz", new byte[0]), said, "its name is that");
    assertTold(Containers.tar("a", HEAP, "b.HEAP", new byte[] {1}), said, "its name is that");
    for (String name : List.of("notes", "notes.txt", "heap", "__MACOSX/._b.heap", "x.pb/readme")) {
      byte[] archive = Containers.zip("a", HEAP, name, new byte[] {1});
      assertThat(all(archive, Conversions.STRICT).get(0).notices()).as(name).isEmpty();
    }
  }

  @Test
  void aLinkInATarIsNoMember() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      TarArchiveEntry link = new TarArchiveEntry("latest.heap", TarArchiveEntry.LF_SYMLINK);
      link.setLinkName("a.heap");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
      TarArchiveEntry entry = new TarArchiveEntry("a.heap");
      entry.setSize(HEAP.length);
      tar.putArchiveEntry(entry);
      tar.write(HEAP);
      tar.closeArchiveEntry();
    }
    assertThat(all(out.toByteArray(), Conversions.STRICT).get(0).notices()).isEmpty();
  }

  @Test
  void aTarCutBetweenItsMembersIsNoticed() throws IOException {
    byte[] tar = Containers.tar("a.heap", HEAP, "b.heap", HEAP);
    int member = 512 + (HEAP.length + 511) / 512 * 512;
    for (int length : new int[] {member, 2 * member}) {
      assertTold(Arrays.copyOf(tar, length), "the archive is cut off");
    }
    for (int length : new int[] {2 * member + 512, 2 * member + 1024}) {
      assertThat(all(Arrays.copyOf(tar, length), Conversions.STRICT)).hasSize(2);
    }
  }

  /** The bit that says so is in front of the member, and in the directory. */
  private static byte[] encrypted(byte[] zip) {
    zip[6] |= 1;
    zip[directory(zip) + 8] |= 1;
    return zip;
  }

  @Test
  void anEncryptedMemberIsNamedAndTheOthersAreRead() throws IOException {
    byte[] zip = encrypted(Containers.zip("a.heap", HEAP));
    assertThatThrownBy(() -> Conversions.read(zip))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(ErrorId.ENCRYPTED_MEMBER);
              assertThat(e.where()).isEqualTo("input!a.heap");
            })
        .hasMessageContaining("password");
    assertTold(encrypted(Containers.zip("a.heap", HEAP, "b.heap", HEAP)), "a.heap", "password");
  }

  @Test
  void aMemberPackedInAnotherWayIsNamedAndTheOthersAreRead() throws IOException {
    byte[] zip = Containers.zip("a.heap", HEAP, "b.heap", HEAP);
    int lzma = 14;
    zip[8] = zip[directory(zip) + 10] = (byte) lzma;
    assertTold(zip, "a.heap", "unpack the archive with another program");
  }

  /** Whatever the library makes of it: a directory that breaks off must not hide members. */
  @Test
  void aDamagedDirectoryHidesNoMember() throws IOException {
    byte[] zip = Containers.zip("a.heap", HEAP, "b.heap", HEAP, "c.heap", HEAP);
    int length = 46 + "a.heap".length();
    for (int entry = directory(zip); entry < zip.length - 22; entry += length) {
      byte[] damaged = zip.clone();
      damaged[entry + 3]++;
      assertThat(all(damaged, ReadOptions.DEFAULT)).hasSize(3);
      assertTold(damaged, "cannot be read completely");
    }
  }

  @Test
  void damageBehindATarIsTold() throws IOException {
    byte[] gzip = Containers.gzip(Containers.tar("a.heap", HEAP));
    gzip[gzip.length - 5]++;
    assertTold(gzip, "the compressed data is damaged");
  }
}
