package dev.stranger.data.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.data.catalogue.Checksum.Of;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FetcherTest {

  @TempDir Path folder;

  private final byte[] content = new byte[300_000];
  private final Recorder recorder = new Recorder();
  private final Fetcher fetcher = new Fetcher(Duration.ofSeconds(5), Duration.ZERO);
  private MoodyServer server;

  private static final class Recorder implements FetchListener {
    private final List<String> retries = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private long lastProgress;

    @Override
    public void progress(String file, long done, long total) {
      lastProgress = done;
    }

    @Override
    public void retry(String file, String reason) {
      retries.add(reason);
    }

    @Override
    public void done(String file) {
      done.add(file);
    }
  }

  @BeforeEach
  void serve() throws IOException {
    new Random(1).nextBytes(content);
    server = new MoodyServer(content);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private FileSet set(@Nullable String md5, String file, String... extract) {
    return checkedSet(Map.of(), md5, file, extract);
  }

  private FileSet checkedSet(
      Map<String, Checksum> checksums, @Nullable String md5, String file, String... extract) {
    String address = server.address() + "/" + file;
    return setOf(Download.of(address, Download.UNKNOWN_SIZE, md5, extract), checksums);
  }

  private static FileSet setOf(Download download, Map<String, Checksum> checksums) {
    return new FileSet(
        "toys",
        "",
        "",
        List.of(download),
        checksums,
        List.of(
            new FileSet.FilePart(
                "all",
                "",
                download.files(),
                at -> {
                  throw new AssertionError("only fetched here");
                })));
  }

  private void fetch(FileSet set) {
    fetcher.fetch(set, "", new DataFolders(List.of(folder)), recorder);
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder.resolve("toys"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String md5(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFetchedFileIsCompleteVerifiedAndAlone() throws IOException {
    fetch(set(md5(content), "a.bin"));
    assertThat(files()).containsExactly("a.bin");
    assertThat(folder.resolve("toys/a.bin")).hasBinaryContent(content);
    assertThat(recorder.lastProgress).isEqualTo(content.length);
    assertThat(recorder.done).containsExactly("a.bin");
  }

  @Test
  void whatIsHereIsNotFetchedAgain() {
    fetch(set(md5(content), "a.bin"));
    fetch(set(md5(content), "a.bin"));
    assertThat(server.ranges()).hasSize(1);
  }

  @Test
  void aDroppedConnectionIsResumedWhereItBroke() throws IOException {
    server.add(MoodyServer.dropsAfter(100_000));
    server.add(MoodyServer.dropsAfter(50_000));
    fetch(set(md5(content), "a.bin"));
    assertThat(folder.resolve("toys/a.bin")).hasBinaryContent(content);
    assertThat(recorder.retries).hasSize(2);
    assertThat(server.ranges()).hasSize(3);
    assertThat(server.ranges().get(0)).isEqualTo("null");
    assertThat(server.ranges().get(1)).startsWith("bytes=").isNotEqualTo("bytes=0-");
  }

  @Test
  void aServerThatNeverDeliversLeavesAPartForLater() throws IOException {
    for (int i = 0; i < 5; i++) {
      server.add(MoodyServer.dropsAfter(20_000));
    }
    assertThatThrownBy(() -> fetch(set(md5(content), "a.bin")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("/a.bin broke off 5 times")
        .hasMessageContaining("run the same command to go on")
        .hasMessageEndingWith(
            "or get it by hand, put it at %s and fetch again"
                .formatted(folder.resolve("toys/a.bin")));
    assertThat(files()).containsExactly("a.bin.part");

    fetch(set(md5(content), "a.bin"));
    assertThat(files()).containsExactly("a.bin");
    assertThat(server.ranges().get(5)).startsWith("bytes=");
    assertThat(folder.resolve("toys/a.bin")).hasBinaryContent(content);
  }

  @Test
  void aServerWithoutRangesStartsAnew() throws IOException {
    server.add(MoodyServer.dropsAfter(100_000));
    server.add(
        (exchange, file) -> {
          exchange.sendResponseHeaders(200, file.length);
          exchange.getResponseBody().write(file);
        });
    fetch(set(md5(content), "a.bin"));
    assertThat(folder.resolve("toys/a.bin")).hasBinaryContent(content);
  }

  @Test
  void anotherFileWithTheSamePartDoesNotFit() throws IOException {
    Files.createDirectories(folder.resolve("toys"));
    Files.write(folder.resolve("toys/a.bin.part"), Arrays.copyOf(content, 400_000));
    server.add(MoodyServer.status(416));
    fetch(set(md5(content), "a.bin"));
    assertThat(folder.resolve("toys/a.bin")).hasBinaryContent(content);
  }

  @Test
  void aWrongChecksumKeepsNothing() throws IOException {
    assertThatThrownBy(() -> fetch(set("00000000000000000000000000000000", "a.bin")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has MD5 " + md5(content) + ", published is 0000")
        .hasMessageContaining("nothing was kept");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aMissingFileIsReportedAtOnce() throws IOException {
    server.add(MoodyServer.status(404));
    assertThatThrownBy(() -> fetch(set(md5(content), "a.bin")))
        .isInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "/a.bin answered 404; get it by hand, put it at %s and fetch again"
                .formatted(folder.resolve("toys/a.bin")));
    assertThat(folder).isEmptyDirectory();
    assertThat(server.ranges()).hasSize(1);
  }

  @Test
  void anUnreachableHostIsNamedWithThePlaceForTheFile() {
    Download far = Download.of("http://stranger.invalid/x.zip", -1, null, "one.txt");
    FileSet set = setOf(far, Map.of());
    assertThatThrownBy(() -> fetch(set))
        .isInstanceOf(DataException.class)
        .hasMessage(
            """
            http://stranger.invalid/x.zip cannot be reached; check the network, or get it by hand, \
            put it at %s and fetch again"""
                .formatted(folder.resolve("toys/x.zip")));
  }

  @Test
  void aFailedFetchTakesAwayOnlyTheFoldersThatItMade() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    server.add(MoodyServer.status(404));
    DataFolders deep = new DataFolders(List.of(own.resolve("a/b")));
    assertThatThrownBy(() -> fetcher.fetch(set(null, "a.bin"), "", deep, recorder))
        .isInstanceOf(DataException.class);
    assertThat(own).isEmptyDirectory();

    server.add(MoodyServer.status(404));
    DataFolders shallow = new DataFolders(List.of(own));
    assertThatThrownBy(() -> fetcher.fetch(set(null, "a.bin"), "", shallow, recorder))
        .isInstanceOf(DataException.class);
    assertThat(own).isEmptyDirectory();
  }

  @Test
  void anArchivePutThereByHandIsUnpackedAndLeftAlone() throws IOException {
    for (String name : List.of("x.zip", "x.tar.gz")) {
      byte[] archive = name.endsWith("zip") ? zip() : tarGz();
      putByHand(name, archive);
      putByHand(name + ".part", new byte[9]);
      fetch(set(md5(archive), name, "two.txt"));
      assertThat(files()).containsExactly("two.txt", name);
      assertThat(folder.resolve("toys/two.txt")).hasContent("second");
      Files.delete(folder.resolve("toys/two.txt"));
      Files.delete(folder.resolve("toys").resolve(name));
    }
    assertThat(server.ranges()).isEmpty();
  }

  @Test
  void aWrongArchivePutThereByHandIsNamedAndLeftAlone() throws IOException {
    byte[] good = zip("one.txt", "1 2 3\n");
    byte[] cut = Arrays.copyOf(good, 40);
    Map<String, Checksum> sums = Map.of("one.txt", new Checksum(Of.NUMBERS, "0".repeat(32)));
    String place = folder.resolve("toys/x.zip").toString();
    checkWrongByHand(set("0".repeat(32), "x.zip", "one.txt"), good, place + " has MD5 ");
    checkWrongByHand(set(null, "x.zip", "three.txt"), good, place + " does not hold [three.txt]");
    checkWrongByHand(set(null, "x.zip", "one.txt"), cut, place + " is a damaged archive");
    checkWrongByHand(
        checkedSet(sums, null, "x.zip", "one.txt"), good, "one.txt of toys is not what was");
    assertThat(server.ranges()).isEmpty();
  }

  private void checkWrongByHand(FileSet set, byte[] archive, String complaint) throws IOException {
    Path file = putByHand("x.zip", archive);
    assertThatThrownBy(() -> fetch(set))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(complaint)
        .hasMessageEndingWith("; replace %s, or delete it and fetch again".formatted(file));
    assertThat(files()).as(complaint).containsExactly("x.zip");
    assertThat(file).hasBinaryContent(archive);
  }

  private Path putByHand(String name, byte[] bytes) throws IOException {
    return Files.write(Files.createDirectories(folder.resolve("toys")).resolve(name), bytes);
  }

  @Test
  void aServerInTroubleIsAskedAgain() throws IOException {
    server.add(MoodyServer.status(503));
    fetch(set(md5(content), "a.bin"));
    assertThat(files()).containsExactly("a.bin");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskLeavesNothing() throws IOException {
    Files.createDirectories(folder.resolve("toys"));
    Files.createSymbolicLink(folder.resolve("toys/a.bin.part"), Path.of("/dev/full"));
    assertThatThrownBy(() -> fetch(set(md5(content), "a.bin")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot write")
        .hasMessageContaining("free some space");
    assertThat(files()).isEmpty();
  }

  @Test
  void chosenFilesAreTakenOutOfAnArchive() throws IOException {
    for (String name : List.of("x.zip", "x.tar.gz")) {
      byte[] archive = name.endsWith("zip") ? zip() : tarGz();
      server.add((exchange, file) -> MoodyServer.whole(exchange, archive));
      fetch(set(md5(archive), name, "two.txt"));
      assertThat(files()).containsExactly("two.txt");
      assertThat(folder.resolve("toys/two.txt")).hasContent("second");
      Files.delete(folder.resolve("toys/two.txt"));
    }
  }

  @Test
  void anArchiveWithoutTheFileKeepsNothing() throws IOException {
    byte[] archive = zip();
    server.add((exchange, file) -> MoodyServer.whole(exchange, archive));
    assertThatThrownBy(() -> fetch(set(null, "x.zip", "three.txt")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("does not hold [three.txt]");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aDamagedArchiveKeepsNothing() throws IOException {
    byte[] zip = zip();
    byte[] flipped = zip.clone();
    flipped[39] ^= 0x55; // in the first file
    byte[] tarGz = tarGz();
    Map<String, byte[]> archives =
        Map.of(
            "cut.zip", Arrays.copyOf(zip, 114), // in the second file
            "flipped.zip", flipped,
            "cut.tar.gz", Arrays.copyOf(tarGz, tarGz.length - 12),
            "no.tar.gz", zip,
            "size.tar.gz", gzip(tarEntry("one.txt", "first"), sizeless("two.txt")));
    archives.forEach(
        (name, archive) -> {
          server.add((exchange, file) -> MoodyServer.whole(exchange, archive));
          assertThatThrownBy(() -> fetch(set(null, name, "one.txt", "two.txt")))
              .as(name)
              .isInstanceOf(DataException.class)
              .hasMessageContaining(name + " is a damaged archive; nothing was kept");
          assertThat(folder).as(name).isEmptyDirectory();
        });
  }

  private static byte[] sizeless(String name) {
    byte[] entry = tarEntry(name, "");
    entry[124] = '?';
    return entry;
  }

  @Test
  void aFolderThatTakesNoFileIsToldFromADamagedArchive() throws IOException {
    byte[] archive = zip();
    server.add((exchange, file) -> MoodyServer.whole(exchange, archive));
    Files.createDirectories(folder.resolve("toys/two.txt/is a folder"));
    assertThatThrownBy(() -> fetch(set(md5(archive), "x.zip", "two.txt")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot write")
        .hasMessageEndingWith("choose another folder with --data-dir");
  }

  @Test
  void otherNumbersThanThePublishedAreNotKept() throws IOException {
    for (String text : new String[] {"1 2 3\n", "<html>not found</html>"}) {
      byte[] archive = zip("one.txt", text, "two.txt", text);
      server.add((exchange, file) -> MoodyServer.whole(exchange, archive));
      Map<String, Checksum> sums = Map.of("two.txt", new Checksum(Of.NUMBERS, "0".repeat(32)));
      assertThatThrownBy(() -> fetch(checkedSet(sums, null, "x.zip", "one.txt", "two.txt")))
          .as(text)
          .isInstanceOf(DataException.class)
          .hasMessageContaining("two.txt of toys is not what was published; nothing was kept");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void whatIsHereIsVerifiedAndLeftAlone() throws IOException {
    Path here = Files.createDirectories(folder.resolve("toys")).resolve("a.bin");
    Files.write(here, content);
    Map<String, Checksum> right = Map.of("a.bin", new Checksum(Of.FILE, md5(content)));
    fetch(checkedSet(right, null, "a.bin"));
    assertThat(recorder.done).containsExactly("a.bin");

    Files.write(here, new byte[] {1});
    assertThatThrownBy(() -> fetch(checkedSet(right, null, "a.bin")))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "a.bin of toys is not what was published; delete %s and fetch again".formatted(here));
    assertThat(here).exists();
    assertThat(server.ranges()).isEmpty();
  }

  private static byte[] zip() throws IOException {
    return zip("one.txt", "first", "../../folder/two.txt", "second");
  }

  /** A zip archive of name, text, name, text ... */
  private static byte[] zip(String... namesAndTexts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.US_ASCII));
      }
    }
    return out.toByteArray();
  }

  private static byte[] tarGz() throws IOException {
    return gzip(tarEntry("one.txt", "first"), tarEntry("folder/two.txt", "second"), new byte[1024]);
  }

  private static byte[] gzip(byte[]... blocks) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      for (byte[] block : blocks) {
        gzip.write(block);
      }
    }
    return out.toByteArray();
  }

  private static byte[] tarEntry(String name, String text) {
    byte[] entry = new byte[1024];
    System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, entry, 0, name.length());
    byte[] size = "%011o".formatted(text.length()).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, entry, 124, size.length);
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, entry, 512, text.length());
    return entry;
  }
}
