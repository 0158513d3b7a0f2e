package dev.stranger.server.route;

import dev.stranger.DataException;
import dev.stranger.VisibleText;
import dev.stranger.table.PlainNumber;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** What the query of a request asks for. */
final class Parameters {

  private Parameters() {}

  static boolean flag(Context request, String name, boolean otherwise) {
    @Nullable String text = request.queryParam(name);
    if (text == null) {
      return otherwise;
    }
    return switch (text) {
      case "true", "1", "" -> true;
      case "false", "0" -> false;
      default ->
          throw new DataException(
              "%s=%s is neither true nor false".formatted(name, VisibleText.of(text)));
    };
  }

  /** A share between 0 and 1, or null. */
  static @Nullable Double share(Context request, String name) {
    @Nullable String text = request.queryParam(name);
    if (text == null) {
      return null;
    }
    double share = PlainNumber.toDouble(text);
    if (share > 0 && share < 1) {
      return share;
    }
    throw new DataException(
        "%s=%s is not between 0 and 1; give a share such as 0.01"
            .formatted(name, VisibleText.of(text)));
  }
}
