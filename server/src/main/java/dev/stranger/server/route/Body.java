package dev.stranger.server.route;

import dev.stranger.DataException;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Memory;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.UploadedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** What a request brings, within the limits. */
final class Body {

  private static final int PIECE = 1 << 16;

  private Body() {}

  /** What the request may take of the server's memory. */
  static Memory.Share memory(Context request) {
    return Objects.requireNonNull(
        (Memory.Share) request.req().getAttribute(Memory.Share.class.getName()));
  }

  /** The content, unpacked where it is packed with gzip. */
  static byte[] bytes(Context request, Limits limits) {
    byte[] sent = sent(request, limits);
    @Nullable String encoding = request.header("Content-Encoding");
    if (encoding == null || encoding.equalsIgnoreCase("identity")) {
      return within(sent, limits);
    }
    if (!encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("x-gzip")) {
      throw new UnsupportedContentException(
          "the body is packed as something else than gzip; send it unpacked");
    }
    try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(sent))) {
      return within(read(unpacked, limits, memory(request)), limits);
    } catch (IOException e) {
      throw new DataException("the body is not gzip: " + e.getMessage(), e);
    }
  }

  /** Some kilobytes may unpack to a thousand times as many. */
  private static byte[] read(InputStream unpacked, Limits limits, Memory.Share memory)
      throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[PIECE];
    int length = 0;
    while (length >= 0 && all.size() <= limits.bodyBytes()) {
      memory.take((long) Memory.COPIES * length);
      all.write(some, 0, length);
      length = unpacked.read(some);
    }
    return all.toByteArray();
  }

  private static byte[] sent(Context request, Limits limits) {
    try {
      return request.bodyAsBytes();
    } catch (HttpResponseException e) { // the only one there is
      throw tooLarge(limits);
    }
  }

  private static TooLargeException tooLarge(Limits limits) {
    return new TooLargeException(
        "the body has more than %,d bytes; send fewer samples at a time"
            .formatted(limits.bodyBytes()));
  }

  private static byte[] within(byte[] bytes, Limits limits) {
    if (bytes.length > limits.bodyBytes()) {
      throw tooLarge(limits);
    }
    return bytes;
  }

  /** The files of a form, in their order. */
  static List<byte[]> files(Context request, Limits limits) {
    List<byte[]> files = new ArrayList<>();
    for (UploadedFile file : uploaded(request)) {
      try (InputStream content = file.content()) {
        files.add(content.readAllBytes());
      } catch (IOException e) {
        throw new DataException("a file of the form cannot be read: " + e.getMessage(), e);
      }
    }
    if (files.isEmpty()) {
      throw new DataException("the form has no files; send each picture as a file");
    }
    requireInstances(files.size(), limits);
    return files;
  }

  /** What Jetty throws at a broken form says nothing of whose fault it is. */
  private static List<UploadedFile> uploaded(Context request) {
    try {
      return request.uploadedFiles();
    } catch (Exception e) {
      throw new DataException("the form cannot be read; send multipart/form-data", e);
    }
  }

  static void requireInstances(int count, Limits limits) {
    if (count > limits.instances()) {
      throw new TooLargeException(
          "the request has more than %,d samples; send fewer at a time"
              .formatted(limits.instances()));
    }
  }

  /** Without parameters, in lower case; empty when there is none. */
  static String type(Context request) {
    @Nullable String type = request.contentType();
    return type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
  }
}
