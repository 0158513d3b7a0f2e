package dev.stranger.data.catalogue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives of small files, made in memory. */
final class TestArchives {

  private TestArchives() {}

  static byte[] zip() throws IOException {
    return zip("one.txt", "first", "../../folder/two.txt", "second");
  }

  /** A zip archive of name, text, name, text ... */
  static byte[] zip(String... namesAndTexts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.US_ASCII));
      }
    }
    return out.toByteArray();
  }

  static byte[] tarGz() throws IOException {
    return gzip(tarEntry("one.txt", "first"), tarEntry("folder/two.txt", "second"), new byte[1024]);
  }

  static byte[] gzip(byte[]... blocks) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      for (byte[] block : blocks) {
        gzip.write(block);
      }
    }
    return out.toByteArray();
  }

  static byte[] tarEntry(String name, String text) {
    byte[] entry = new byte[1024];
    System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, entry, 0, name.length());
    byte[] size = "%011o".formatted(text.length()).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, entry, 124, size.length);
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, entry, 512, text.length());
    return entry;
  }
}
