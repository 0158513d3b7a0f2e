package dev.stranger.data.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.data.catalogue.Checksum.Of;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FetcherTest extends FetchFixture {

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
}
