package dev.stranger.server;

import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.StrangerException;
import dev.stranger.server.live.BatchOptions;
import dev.stranger.server.live.Detectors;
import dev.stranger.server.live.Limits;
import dev.stranger.server.live.Metrics;
import dev.stranger.server.live.OpenSettings;
import dev.stranger.server.live.Webhook;
import dev.stranger.server.route.DetectorRoutes;
import dev.stranger.server.route.EventRoute;
import dev.stranger.server.route.JudgeRoute;
import dev.stranger.server.route.OpenInferenceRoutes;
import dev.stranger.server.route.RecordingRoute;
import dev.stranger.server.route.StreamRoutes;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.config.SizeUnit;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.KeyStore;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Judges over HTTP: {@code try (StrangerServer server = StrangerServer.start(options)) {...}}. Runs
 * in threads of its own until it is closed. Thread-safe.
 */
public final class StrangerServer implements AutoCloseable {

  private static final int THREADS = 64;

  private final ServerOptions options;
  private final @Nullable KeyStore certificate;
  private final Metrics metrics = new Metrics();
  private final @Nullable Webhook webhook;
  private final Detectors detectors;
  private final Admission admission;
  private final Javalin javalin;

  private StrangerServer(ServerOptions options) {
    this.options = options;
    this.admission = new Admission(options.limits(), metrics);
    this.certificate = options.tls() == null ? null : PemStore.read(options.tls());
    Guard guard = new Guard(options);
    this.webhook =
        options.webhook() == null
            ? null
            : new Webhook(options.webhook(), options.eventsPerSecond(), metrics);
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 8);
    threads.setName("http");
    try {
      this.detectors = Detectors.open(options.detectors(), settings(), metrics, webhook, threads);
    } catch (RuntimeException e) {
      closeWebhook();
      throw e;
    }
    try {
      this.javalin = Javalin.create(config -> configure(config, guard, threads)).start();
    } catch (RuntimeException e) {
      detectors.close();
      closeWebhook();
      throw notStarted(e);
    }
  }

  /**
   * Opens the detectors and listens.
   *
   * @throws StrangerException when there is no detector, or the port is taken
   */
  public static StrangerServer start(ServerOptions options) {
    return new StrangerServer(options);
  }

  private RuntimeException notStarted(RuntimeException e) {
    if (e instanceof JavalinException || e.getCause() instanceof IOException) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      return new RequestException(
          "cannot listen at %s:%d (%s); choose another port"
              .formatted(options.host(), options.port(), why.getMessage()),
          e,
          Remedy.PORT);
    }
    return e;
  }

  private OpenSettings settings() {
    BatchOptions batches =
        new BatchOptions(options.batch(), options.batchDelay(), options.limits().queuedSamples());
    return new OpenSettings(
        options.open(), batches, options.drift(), options.limits().requestTime(), options.state());
  }

  private void configure(JavalinConfig config, Guard guard, QueuedThreadPool threads) {
    Limits limits = options.limits();
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.maxRequestSize = limits.bodyBytes();
    config.http.asyncTimeout = limits.requestTime().plusSeconds(5).toMillis();
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.GZIP;
    config.http.compressionStrategy.setExcludedMimeTypes(List.of("image/", "application/wasm"));
    config.jetty.threadPool = threads;
    config.jetty.multipartConfig.maxFileSize(limits.bodyBytes(), SizeUnit.BYTES);
    config.jetty.multipartConfig.maxTotalRequestSize(limits.bodyBytes(), SizeUnit.BYTES);
    config.jetty.multipartConfig.maxInMemoryFileSize(limits.bodyBytes(), SizeUnit.BYTES);
    config.jetty.addConnector(this::connector);
    ConnectionErrors errors = new ConnectionErrors();
    config.jetty.modifyServer(server -> server.setErrorHandler(errors));
    config.jetty.modifyServletContextHandler(
        context -> {
          context.setErrorHandler(errors);
          context.insertHandler(admission);
        });
    config.requestLogger.http(
        (request, millis) ->
            metrics.request(endpoint(request), request.statusCode(), millis / 1e3));
    config.routes.exception(Exception.class, Problems::answer);
    config.routes.exception(HttpResponseException.class, Problems::answer);
    config.routes.before(guard::check);
    routes(config.routes);
  }

  /** As in the description of the interface; what is not there is one name for all. */
  private static String endpoint(Context request) {
    @Nullable Endpoint endpoint = request.endpoints().lastHttpEndpoint();
    return endpoint == null || endpoint.path.contains("*") ? Metrics.OTHER : endpoint.path;
  }

  private void routes(RoutesConfig routes) {
    Limits limits = options.limits();
    routes.post("/v1/judge", new JudgeRoute(detectors, limits)::judge);
    routes.post("/v1/recordings", new RecordingRoute(detectors, limits)::judge);
    DetectorRoutes described = new DetectorRoutes(detectors);
    routes.get("/v1/detectors", described::list);
    routes.get("/v1/detectors/{name}", described::describe);
    routes.get("/v1/detectors/{name}/file", described::file);
    routes.get("/v1/detectors/{name}/gallery", described::gallery);
    StreamRoutes stream = new StreamRoutes(detectors);
    routes.get("/v1/drift", stream::drift);
    routes.post("/v1/drift/reset", stream::reset);
    routes.get("/v1/live", stream::live);
    routes.post("/v1/events", new EventRoute(detectors, limits, webhook)::judge);
    OpenInferenceRoutes inference = new OpenInferenceRoutes(detectors, limits, version());
    routes.get("/v2", inference::server);
    routes.get("/v2/health/live", inference::live);
    routes.get("/v2/health/ready", inference::ready);
    for (String model : List.of("/v2/models/{name}", "/v2/models/{name}/versions/{version}")) {
      routes.get(model, inference::model);
      routes.get(model + "/ready", inference::modelReady);
      routes.post(model + "/infer", inference::infer);
    }
    routes.get("/metrics", this::metrics);
    routes.get("/openapi.yaml", StrangerServer::description);
    Page page = new Page();
    Page.PATHS.forEach(path -> routes.get(path, page::serve));
  }

  private void metrics(Context request) {
    request.contentType(Metrics.CONTENT_TYPE).result(metrics.text());
  }

  private static void description(Context request) {
    try (InputStream in = StrangerServer.class.getResourceAsStream("/openapi.yaml")) {
      request.contentType("application/yaml").result(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the description of the interface", e);
    }
  }

  private static String version() {
    @Nullable String version = StrangerServer.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }

  private Connector connector(Server server, HttpConfiguration http) {
    http.setSendServerVersion(false);
    http.addCustomizer(
        (request, answer) -> {
          Guard.protect(answer);
          return request;
        });
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ServerConnector connector =
        certificate == null
            ? new ServerConnector(server, plain)
            : new ServerConnector(server, encrypted(http, certificate), plain);
    connector.setHost(options.host());
    connector.setPort(options.port());
    // Longer than a request may take: its answer would find the connection closed.
    connector.setIdleTimeout(options.limits().requestTime().toMillis() * 3 / 2);
    connector.addBean(new ConnectionLimit(connector, options.limits().connections()));
    connector.addBean(new SlowHeads(connector, options.limits().requestTime().multipliedBy(2)));
    return connector;
  }

  private static SslConnectionFactory encrypted(HttpConfiguration http, KeyStore certificate) {
    SecureRequestCustomizer customizer = new SecureRequestCustomizer();
    customizer.setSniHostCheck(false); // clients check names
    http.addCustomizer(customizer);
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setKeyStore(certificate);
    ssl.setKeyStorePassword("");
    return new SslConnectionFactory(ssl, "http/1.1");
  }

  public int port() {
    return javalin.port();
  }

  /** Where the page is. */
  public URI address() {
    String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
    return URI.create(
        "%s://%s:%d/".formatted(options.tls() == null ? "http" : "https", host, port()));
  }

  /** The names of the detectors that judge. */
  public List<String> detectors() {
    return detectors.all().stream().map(live -> live.name()).toList();
  }

  /** Finishes the requests that were accepted, refuses the rest, and keeps the state of drift. */
  @Override
  public void close() {
    admission.closeAndWait(options.limits().stopTime());
    javalin.stop();
    detectors.close();
    closeWebhook();
  }

  private void closeWebhook() {
    if (webhook != null) {
      webhook.close();
    }
  }
}
