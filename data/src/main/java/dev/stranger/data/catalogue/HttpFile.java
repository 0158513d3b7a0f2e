package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** Receives one file over HTTP into a local one, going on behind the bytes that are there. */
final class HttpFile {

  private static final int BUFFER = 1 << 16;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private final int timeoutMillis;

  HttpFile(Duration timeout) {
    this.timeoutMillis = Math.toIntExact(timeout.toMillis());
  }

  /**
   * Returns when the file is complete.
   *
   * @throws LostConnectionException when it is not and another try may help
   * @throws DataException when no try will
   */
  void receive(Download download, Path file, FetchListener listener)
      throws LostConnectionException {
    long here = size(file);
    if (here == download.bytes()) {
      return; // all of it arrived before an earlier run was stopped
    }
    HttpURLConnection connection = connect(download, here);
    try {
      long start = here;
      switch (status(download, connection, file)) {
        case HttpURLConnection.HTTP_OK -> start = 0; // the server sends all of it, wanted or not
        case HttpURLConnection.HTTP_PARTIAL -> requireStart(connection, file, here);
        case RANGE_NOT_SATISFIABLE -> {
          Fetcher.delete(file);
          throw new LostConnectionException("the part that was here does not fit");
        }
        default -> throw refused(download, connection, file);
      }
      long announced = connection.getContentLengthLong();
      long total = announced < 0 ? -1 : start + announced;
      copy(download, connection, file, new Extent(start, total), listener);
    } finally {
      connection.disconnect();
    }
  }

  private record Extent(long start, long total) {}

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new DataException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private HttpURLConnection connect(Download download, long start) throws LostConnectionException {
    try {
      URLConnection connection = download.address().toURL().openConnection();
      connection.setConnectTimeout(timeoutMillis);
      connection.setReadTimeout(timeoutMillis);
      if (start > 0) {
        connection.setRequestProperty("Range", "bytes=" + start + "-");
      }
      return (HttpURLConnection) connection;
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private static int status(Download download, HttpURLConnection connection, Path file)
      throws LostConnectionException {
    try {
      int status = connection.getResponseCode();
      if (status >= 500) {
        throw new LostConnectionException("the server answered " + status);
      }
      return status;
    } catch (LostConnectionException e) {
      throw e;
    } catch (UnknownHostException e) {
      throw new DataException(
          "%s cannot be reached; check the network, or %s"
              .formatted(download.address(), download.byHand(file.getParent())),
          e);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private static void requireStart(HttpURLConnection connection, Path file, long start)
      throws LostConnectionException {
    String range = connection.getHeaderField("Content-Range");
    if (range == null || !range.startsWith("bytes " + start + "-")) {
      Fetcher.delete(file);
      throw new LostConnectionException("the server resumed at the wrong place: " + range);
    }
  }

  private static DataException refused(Download download, HttpURLConnection connection, Path file) {
    try {
      return new DataException(
          "%s answered %d; %s"
              .formatted(
                  download.address(),
                  connection.getResponseCode(),
                  download.byHand(file.getParent())));
    } catch (IOException e) {
      return new DataException(download.address() + " does not answer", e);
    }
  }

  private static LostConnectionException lost(IOException e) {
    return new LostConnectionException(
        e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage()));
  }

  private static void copy(
      Download download,
      HttpURLConnection connection,
      Path file,
      Extent extent,
      FetchListener listener)
      throws LostConnectionException {
    long done = extent.start();
    try (InputStream in = open(connection);
        OutputStream out = open(file, extent.start())) {
      byte[] buffer = new byte[BUFFER];
      listener.progress(download.fileName(), done, extent.total());
      for (int read = read(in, buffer); read >= 0; read = read(in, buffer)) {
        out.write(buffer, 0, read);
        done += read;
        listener.progress(download.fileName(), done, extent.total());
      }
    } catch (LostConnectionException e) {
      throw e;
    } catch (IOException e) {
      Fetcher.delete(file);
      throw Fetcher.cannotWrite(file, e);
    }
    if (extent.total() >= 0 && done < extent.total()) {
      throw new LostConnectionException("after " + done + " of " + extent.total() + " bytes");
    }
  }

  private static InputStream open(HttpURLConnection connection) throws LostConnectionException {
    try {
      return connection.getInputStream();
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private static OutputStream open(Path file, long start) throws IOException {
    return Files.newOutputStream(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS,
        start > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
  }

  private static int read(InputStream in, byte[] buffer) throws LostConnectionException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw lost(e);
    }
  }
}
