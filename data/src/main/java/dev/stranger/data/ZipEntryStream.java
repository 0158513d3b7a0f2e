package dev.stranger.data;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * What is in one entry of a zip archive. At its end it is compared with the archive's checksum,
 * which {@link ZipFile} leaves to others.
 */
final class ZipEntryStream extends FilterInputStream {

  private static final int BUFFER = 1 << 16;

  private final ZipFile zip;
  private final ZipEntry entry;
  private final Checksum sum;

  private ZipEntryStream(ZipFile zip, ZipEntry entry, CheckedInputStream content) {
    super(new BufferedInputStream(content, BUFFER));
    this.zip = zip;
    this.entry = entry;
    this.sum = content.getChecksum();
  }

  static InputStream open(Path archive, String name) throws IOException {
    return CloseOnFailure.of(
        new ZipFile(archive.toFile()),
        zip -> {
          ZipEntry entry = zip.getEntry(name);
          InputStream content = zip.getInputStream(entry);
          return new ZipEntryStream(zip, entry, new CheckedInputStream(content, new CRC32()));
        });
  }

  @Override
  public int read() throws IOException {
    return checked(super.read());
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return checked(super.read(target, offset, length));
  }

  private int checked(int read) throws IOException {
    if (read < 0 && sum.getValue() != entry.getCrc()) {
      throw new ZipException("its checksum differs");
    }
    return read;
  }

  /** Closes the archive too. */
  @Override
  public void close() throws IOException {
    zip.close();
  }
}
