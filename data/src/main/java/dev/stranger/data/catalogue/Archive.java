package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.data.BoundedStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** Takes chosen files out of a .zip or .tar.gz; only their last names count, so none can stray. */
final class Archive {

  private static final int TAR_BLOCK = 512;

  private Archive() {}

  /**
   * Puts the files into {@code folder}, under their names only when all are complete.
   *
   * @throws DataException when the archive is damaged or lacks a file; it is rejected then
   */
  static void extract(Arrival archive, Download download, Path folder) throws IOException {
    try {
      List<String> missing = unpack(archive.file(), download, folder);
      if (!missing.isEmpty()) {
        throw archive.rejected("%s does not hold %s".formatted(archive.origin(), missing));
      }
      for (String name : download.extract()) {
        Files.move(part(folder, name), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw archive.rejected(archive.origin() + " is a damaged archive", e);
    } finally {
      for (String name : download.extract()) {
        Files.deleteIfExists(part(folder, name));
      }
    }
  }

  /** Returns the names of the files that the archive lacks. */
  private static List<String> unpack(Path archive, Download download, Path folder)
      throws IOException {
    List<String> missing = new ArrayList<>(download.extract());
    try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
      if (download.fileName().endsWith(".zip")) {
        unzip(new ZipInputStream(in), missing, folder);
      } else {
        untar(new GZIPInputStream(in), missing, folder);
      }
    }
    return missing;
  }

  private static Path part(Path folder, String name) {
    return folder.resolve(name + ".part");
  }

  private static void unzip(ZipInputStream zip, List<String> wanted, Path folder)
      throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      store(entry.getName(), zip, wanted, folder);
    }
  }

  private static void untar(InputStream tar, List<String> wanted, Path folder) throws IOException {
    byte[] head = tar.readNBytes(TAR_BLOCK);
    while (head.length == TAR_BLOCK && head[0] != 0) {
      long size = Long.parseUnsignedLong(text(head, 124, 12), 8);
      BoundedStream entry = new BoundedStream(tar, size);
      store(text(head, 0, 100), entry, wanted, folder);
      entry.skipRest();
      tar.skipNBytes(-size & (TAR_BLOCK - 1)); // entries fill whole blocks
      head = tar.readNBytes(TAR_BLOCK);
    }
    tar.transferTo(OutputStream.nullOutputStream()); // to the end, where gzip compares its sum
  }

  private static String text(byte[] head, int start, int length) {
    String text = new String(head, start, length, StandardCharsets.US_ASCII);
    int end = text.indexOf('\0');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  private static void store(String entry, InputStream content, List<String> wanted, Path folder)
      throws IOException {
    String name = entry.substring(entry.lastIndexOf('/') + 1);
    if (wanted.remove(name)) {
      Files.copy(content, part(folder, name), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
