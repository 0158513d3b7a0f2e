package dev.stranger.server;

import dev.stranger.score.OpenOptions;
import dev.stranger.server.live.DriftOptions;
import dev.stranger.server.live.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs: {@code ServerOptions.of(Path.of("detectors")).withPort(8080)}. Immutable;
 * later versions may add to it.
 */
public final class ServerOptions {

  private static final int BATCH = 256;

  private Path detectors;
  private String host = "127.0.0.1";
  private int port = 8080;
  private @Nullable Path tokens;
  private @Nullable Tls tls;
  private Limits limits = Limits.DEFAULT;
  private Duration batchDelay = Duration.ofMillis(1);
  private DriftOptions drift = DriftOptions.DEFAULT;
  private OpenOptions open = OpenOptions.DEFAULT;
  private @Nullable URI webhook;
  private int eventsPerSecond = 10;
  private @Nullable Path state;

  private ServerOptions(Path detectors) {
    this.detectors = detectors;
  }

  private ServerOptions(ServerOptions from) {
    detectors = from.detectors;
    host = from.host;
    port = from.port;
    tokens = from.tokens;
    tls = from.tls;
    limits = from.limits;
    batchDelay = from.batchDelay;
    drift = from.drift;
    open = from.open;
    webhook = from.webhook;
    eventsPerSecond = from.eventsPerSecond;
    state = from.state;
  }

  private ServerOptions changed(Consumer<ServerOptions> change) {
    ServerOptions options = new ServerOptions(this);
    change.accept(options);
    return options;
  }

  /**
   * Where the certificate and its private key lie, both in PEM.
   *
   * @param certificate followed by those that signed it
   * @param key in PKCS #8, not encrypted
   */
  public record Tls(Path certificate, Path key) {}

  /** Serves a detector file, or the files of a folder, to this machine alone. */
  public static ServerOptions of(Path detectors) {
    return new ServerOptions(detectors);
  }

  /** The address to listen at; {@code 0.0.0.0} is all of them. */
  public ServerOptions withHost(String host) {
    return changed(to -> to.host = host);
  }

  /** The port to listen at; 0 takes a free one. */
  public ServerOptions withPort(int port) {
    return changed(to -> to.port = port);
  }

  /** Only for those who know a token; the file has one a line and may change at any time. */
  public ServerOptions withTokens(Path file) {
    return changed(to -> to.tokens = file);
  }

  public ServerOptions with(Tls tls) {
    return changed(to -> to.tls = tls);
  }

  public ServerOptions with(Limits limits) {
    return changed(to -> to.limits = limits);
  }

  /** How long a request waits for others that are on their way, to be judged with them. */
  public ServerOptions withBatchDelay(Duration delay) {
    return changed(to -> to.batchDelay = delay);
  }

  public ServerOptions with(DriftOptions drift) {
    return changed(to -> to.drift = drift);
  }

  /** With which signatures, device and threads detectors are opened. */
  public ServerOptions with(OpenOptions open) {
    return changed(to -> to.open = open);
  }

  /** Posts strangers and drift alarms to an address, at most so many a second. */
  public ServerOptions withWebhook(URI address, int perSecond) {
    if (perSecond < 1) {
      throw new IllegalArgumentException("events a second must be 1 or more, got " + perSecond);
    }
    return changed(
        to -> {
          to.webhook = address;
          to.eventsPerSecond = perSecond;
        });
  }

  /** Keeps the state of drift monitors in a folder instead of beside the detector files. */
  public ServerOptions withState(Path folder) {
    return changed(to -> to.state = folder);
  }

  public Path detectors() {
    return detectors;
  }

  public String host() {
    return host;
  }

  public int port() {
    return port;
  }

  public @Nullable Path tokens() {
    return tokens;
  }

  public @Nullable Tls tls() {
    return tls;
  }

  public Limits limits() {
    return limits;
  }

  public Duration batchDelay() {
    return batchDelay;
  }

  /** Samples that are judged in one call at most. */
  int batch() {
    return BATCH;
  }

  public DriftOptions drift() {
    return drift;
  }

  public OpenOptions open() {
    return open;
  }

  public @Nullable URI webhook() {
    return webhook;
  }

  public int eventsPerSecond() {
    return eventsPerSecond;
  }

  public @Nullable Path state() {
    return state;
  }
}
