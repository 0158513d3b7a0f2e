package dev.stranger.server;

import dev.stranger.DataException;
import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import dev.stranger.VisibleText;
import dev.stranger.server.live.BusyException;
import dev.stranger.server.live.UnknownDetectorException;
import dev.stranger.server.route.Json;
import dev.stranger.server.route.TooLargeException;
import dev.stranger.server.route.UnsupportedContentException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import jakarta.servlet.ServletException;
import java.lang.System.Logger.Level;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;

/** Turns whatever went wrong into an answer: one line, and the right status. */
final class Problems {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");
  static final String RETRY_SECONDS = "1";

  private Problems() {}

  static void answer(Throwable thrown, Context request) {
    Throwable error = thrown;
    while ((error instanceof CompletionException || error instanceof ServletException)
        && error.getCause() != null) {
      error = error.getCause();
    }
    int status = status(error);
    String detail = status == 500 ? unexpected(error) : VisibleText.of(message(error));
    if (status == 503) {
      request.header("Retry-After", RETRY_SECONDS);
    }
    if (error instanceof MethodNotAllowedResponse known) {
      request.header("Allow", methods(known));
    }
    answer(request, status, detail);
  }

  static String message(Throwable error) {
    if (error instanceof TimeoutException) {
      return "the verdict took too long; send fewer samples, or send the request again later";
    }
    if (error instanceof HttpException malformed) {
      return "the request is malformed: " + malformed.getReason();
    }
    if (error instanceof UnsupportedCharsetException
        || error instanceof IllegalCharsetNameException) {
      return "the charset in Content-Type is unknown; send UTF-8";
    }
    if (error instanceof NotFoundResponse) {
      return "there is nothing here; the interface is at /openapi.yaml";
    }
    if (error instanceof MethodNotAllowedResponse known) {
      return "this path is for %s alone".formatted(methods(known));
    }
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }

  private static String methods(MethodNotAllowedResponse error) {
    return String.join(", ", error.getDetails().values());
  }

  static int status(Throwable error) {
    if (error instanceof DetectorFileException) {
      return 500; // a gate that cannot judge never says "fine"
    }
    if (error instanceof DataException || error instanceof RequestException) {
      return 400;
    }
    if (error instanceof UnknownDetectorException) {
      return 404;
    }
    if (error instanceof TooLargeException) {
      return 413;
    }
    if (error instanceof UnsupportedContentException) {
      return 415;
    }
    if (error instanceof BusyException || error instanceof TimeoutException) {
      return 503;
    }
    if (error instanceof UnsupportedCharsetException
        || error instanceof IllegalCharsetNameException) {
      return 415;
    }
    if (error instanceof HttpException malformed) {
      return malformed.getCode();
    }
    return error instanceof HttpResponseException known ? known.getStatus() : 500;
  }

  /** What nobody foresaw is logged, but not told to strangers. */
  private static String unexpected(Throwable error) {
    LOG.log(Level.ERROR, "a request failed", error);
    return "the server failed; its log says why";
  }

  static void answer(Context request, int status, String detail) {
    Answer answer = answer(request.path(), status, detail);
    request.status(status).contentType(answer.contentType).result(answer.body);
  }

  record Answer(String contentType, byte[] body) {}

  /** In the form that the path has for errors. */
  static Answer answer(String path, int status, String detail) {
    if (path.equals("/v2") || path.startsWith("/v2/")) {
      return new Answer(
          "application/json", Json.object(json -> json.writeStringField("error", detail)));
    }
    return new Answer(
        "application/problem+json",
        Json.object(
            json -> {
              json.writeStringField("type", "about:blank");
              json.writeStringField("title", HttpStatus.forStatus(status).getMessage());
              json.writeNumberField("status", status);
              json.writeStringField("detail", detail);
            }));
  }
}
