package dev.stranger.data.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server, a set whose files it has, and a folder to fetch them to. */
abstract class FetchFixture {

  @TempDir Path folder;

  final byte[] content = new byte[300_000];
  final Recorder recorder = new Recorder();
  final Fetcher fetcher = new Fetcher(Duration.ofSeconds(5), Duration.ZERO);
  MoodyServer server;

  static final class Recorder implements FetchListener {
    final List<String> retries = new ArrayList<>();
    final List<String> done = new ArrayList<>();
    long lastProgress;

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

  final FileSet set(@Nullable String md5, String file, String... extract) {
    return checkedSet(Map.of(), md5, file, extract);
  }

  final FileSet checkedSet(
      Map<String, Checksum> checksums, @Nullable String md5, String file, String... extract) {
    String address = server.address() + "/" + file;
    return setOf(Download.of(address, Download.UNKNOWN_SIZE, md5, extract), checksums);
  }

  static FileSet setOf(Download download, Map<String, Checksum> checksums) {
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

  final void fetch(FileSet set) {
    fetcher.fetch(set, "", new DataFolders(List.of(folder)), recorder);
  }

  final List<String> files() throws IOException {
    try (var files = Files.list(folder.resolve("toys"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  static String md5(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
