package dev.stranger.server;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/**
 * Decides before each request whether it may be answered, and what a browser may do with the
 * answer.
 */
final class Guard {

  private static final String POLICY =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
          + " img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self';"
          + " worker-src 'self' blob:; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Methods that change nothing. */
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final boolean onlyThisMachine;
  private final @Nullable Tokens tokens;

  Guard(ServerOptions options) {
    this.onlyThisMachine = isLoopback(options.host());
    this.tokens = options.tokens() == null ? null : new Tokens(options.tokens());
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // said when the server starts
    }
  }

  /** What every answer carries, errors too: it keeps a browser from doing more than it should. */
  static void protect(HttpFields.Mutable answer) {
    answer
        .put("Content-Security-Policy", POLICY)
        .put("X-Content-Type-Options", "nosniff")
        .put("X-Frame-Options", "DENY")
        .put("Referrer-Policy", "no-referrer")
        .put("Permissions-Policy", "camera=(self)")
        .put("Cross-Origin-Resource-Policy", "same-origin")
        .put("Cross-Origin-Opener-Policy", "same-origin")
        .put("Cross-Origin-Embedder-Policy", "require-corp");
  }

  void check(Context request) {
    if (onlyThisMachine && !LOOPBACK.contains(name(request.host()))) {
      // A page of somebody else may have given its own name the address of this machine.
      throw new ForbiddenResponse(
          "this server answers this machine alone; ask for localhost, or let it listen at an address"
              + " of the network");
    }
    if (isOpen(request.path())) {
      return;
    }
    if (isOfAnotherSite(request)) {
      throw new ForbiddenResponse("pages of other sites may not use this server");
    }
    if (tokens != null && !tokens.admit(request.header("Authorization"))) {
      request.header("WWW-Authenticate", "Bearer");
      throw new UnauthorizedResponse(
          "this server needs a token; send it as Authorization: Bearer TOKEN");
    }
  }

  /**
   * By what browsers add to the requests of a page, which no page can change. Programs add neither.
   */
  private static boolean isOfAnotherSite(Context request) {
    @Nullable String from = request.header("Sec-Fetch-Site");
    if (from != null) {
      return !from.equals("same-origin") && !from.equals("none");
    }
    // Browsers leave it out where http goes to another machine. A page cannot read what it gets.
    @Nullable String origin = request.header("Origin");
    return origin != null
        && !READING.contains(request.req().getMethod())
        && !isAt(origin, request.host())
        && !isAt(origin, request.header("X-Forwarded-Host"));
  }

  /**
   * @param host as a browser or a proxy names it; pages cannot set the header of a proxy
   */
  private static boolean isAt(String origin, @Nullable String host) {
    return host != null
        && origin.toLowerCase(Locale.ROOT).endsWith("://" + host.toLowerCase(Locale.ROOT));
  }

  private static String name(@Nullable String host) {
    return host == null ? "" : host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
  }

  /** The page itself, the description of the interface, and probes are for everybody. */
  private static boolean isOpen(String path) {
    return Page.has(path) || path.equals("/openapi.yaml") || path.startsWith("/v2/health/");
  }
}
