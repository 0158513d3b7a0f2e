package dev.stranger.server;

import dev.stranger.VisibleText;
import dev.stranger.server.route.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** One line for each event of the server: words, or a JSON object. */
public final class LogFormat extends Formatter {

  /** Kept, or Java would forget their levels. */
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  /** What quotes headers of requests. */
  private static final List<Logger> QUOTING =
      List.of(
          Logger.getLogger("org.eclipse.jetty.http.HttpParser"),
          Logger.getLogger("org.eclipse.jetty.util.HostPort"));

  private static final Logger JAVALIN = Logger.getLogger("io.javalin");

  private final boolean json;

  private LogFormat(boolean json) {
    this.json = json;
  }

  /** Sets up the log of this process, which goes to standard error. */
  public static void use(boolean json) {
    JETTY.setLevel(Level.WARNING);
    QUOTING.forEach(logger -> logger.setLevel(Level.OFF));
    JAVALIN.setLevel(Level.WARNING);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setFormatter(new LogFormat(json));
    }
  }

  @Override
  public String format(LogRecord event) {
    String message = VisibleText.of(formatMessage(event));
    String level = event.getLevel().getName().toLowerCase(Locale.ROOT);
    if (!json) {
      return "%s %s %s%n%s".formatted(event.getInstant(), level, message, trace(event));
    }
    byte[] text =
        Json.object(
            object -> {
              object.writeStringField("time", event.getInstant().toString());
              object.writeStringField("level", level);
              object.writeStringField("message", message);
              if (event.getThrown() != null) {
                object.writeStringField("error", trace(event));
              }
            });
    return new String(text, StandardCharsets.UTF_8) + System.lineSeparator();
  }

  private static String trace(LogRecord event) {
    if (event.getThrown() == null) {
      return "";
    }
    StringWriter text = new StringWriter();
    event.getThrown().printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
