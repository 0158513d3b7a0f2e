package dev.stranger.server;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The files of the page, from the jar. Thread-safe. */
final class Page {

  /** Where files of the page are. */
  static final List<String> PATHS =
      List.of("/", "/index.html", "/icon.svg", "/css/*", "/js/*", "/ort/*");

  private static final Pattern PLAIN = Pattern.compile("/(?:[a-z0-9-]+/)*[a-z0-9.-]+");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "wasm", "application/wasm");

  private final Map<String, File> files = new ConcurrentHashMap<>();

  private record File(byte[] content, String type, String tag, boolean packed) {}

  static boolean has(String path) {
    return PATHS.stream()
        .anyMatch(
            known ->
                known.endsWith("*")
                    ? path.startsWith(known.substring(0, known.length() - 1))
                    : path.equals(known));
  }

  void serve(Context request) {
    String path = request.path().equals("/") ? "/index.html" : request.path();
    @Nullable File file = PLAIN.matcher(path).matches() ? find(path) : null;
    if (file == null) {
      throw new NotFoundResponse();
    }
    request.header("ETag", file.tag).header("Cache-Control", "no-cache");
    if (file.tag.equals(request.header("If-None-Match"))) {
      request.status(304);
      return;
    }
    if (file.packed) {
      request.header("Content-Encoding", "gzip");
    }
    request.contentType(file.type).result(file.content);
  }

  private @Nullable File find(String path) {
    @Nullable File known = files.get(path);
    if (known != null) {
      return known;
    }
    @Nullable String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    if (type == null) {
      return null;
    }
    @Nullable File found = read(path, type, false);
    found = found == null ? read(path, type, true) : found;
    if (found != null) {
      files.put(path, found);
    }
    return found;
  }

  /** Large files are packed in the jar, and are sent so. */
  private static @Nullable File read(String path, String type, boolean packed) {
    try (InputStream in = Page.class.getResourceAsStream("/page" + path + (packed ? ".gz" : ""))) {
      if (in == null) {
        return null;
      }
      byte[] content = in.readAllBytes();
      CRC32 sum = new CRC32();
      sum.update(content);
      return new File(content, type, "\"%08x\"".formatted(sum.getValue()), packed);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path + " of the page", e);
    }
  }
}
