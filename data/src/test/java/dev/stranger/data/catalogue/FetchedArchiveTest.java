package dev.stranger.data.catalogue;

import static dev.stranger.data.catalogue.TestArchives.gzip;
import static dev.stranger.data.catalogue.TestArchives.tarEntry;
import static dev.stranger.data.catalogue.TestArchives.tarGz;
import static dev.stranger.data.catalogue.TestArchives.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.data.catalogue.Checksum.Of;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Archives, whether they were fetched or put there by hand. */
class FetchedArchiveTest extends FetchFixture {

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
        .hasMessageEndingWith("choose another folder")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.DATA_FOLDER));
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
}
