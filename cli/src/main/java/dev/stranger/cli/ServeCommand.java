package dev.stranger.cli;

import dev.stranger.server.ServerOptions;
import dev.stranger.server.live.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger serve}. */
@Command(
    name = "serve",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE|DIR",
    description = {
      "Judge over HTTP, with a page to try a detector and to watch a stream.",
      "A replaced detector file takes over without a dropped request. Ctrl-C first answers what was"
          + " accepted."
    })
final class ServeCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private TrustOption trust;

  @Option(
      names = "--detector",
      required = true,
      paramLabel = "FILE|DIR",
      description = "Detector to serve, or a folder of them (NAME.onnx).")
  private Path detector;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      description = "Address to listen at; 0.0.0.0 for all (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "8080",
      paramLabel = "N",
      description = "Port to listen at; 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Answer only those who send a token of this file, one a line.")
  private @Nullable Path tokens;

  @ArgGroup(exclusive = false)
  private @Nullable TlsFiles tls;

  /** Both or none. */
  static final class TlsFiles {

    @Option(
        names = "--tls-cert",
        required = true,
        paramLabel = "FILE.pem",
        description = "Certificate for TLS, with those that signed it.")
    private Path certificate;

    @Option(
        names = "--tls-key",
        required = true,
        paramLabel = "FILE.pem",
        description = "Its private key, in PKCS #8.")
    private Path key;
  }

  @Option(
      names = "--webhook",
      paramLabel = "URL",
      description = "Post strangers and drift alarms here, as CloudEvents.")
  private @Nullable URI webhook;

  @Option(
      names = "--webhook-rate",
      converter = Converters.Count.class,
      defaultValue = "10",
      paramLabel = "N",
      description = "Post at most N events a second (default: ${DEFAULT-VALUE}).")
  private int webhookRate;

  @Option(
      names = "--batch-delay",
      converter = Converters.Millis.class,
      defaultValue = "1",
      paramLabel = "MS",
      description =
          "Wait this many milliseconds for more requests, to judge them together (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration batchDelay;

  @Option(
      names = "--max-body",
      converter = Converters.Megabytes.class,
      defaultValue = "64",
      paramLabel = "MB",
      description = "Refuse larger requests (default: ${DEFAULT-VALUE}).")
  private int maxBody;

  @Option(
      names = "--max-samples",
      converter = Converters.Count.class,
      defaultValue = "16384",
      paramLabel = "N",
      description = "Refuse requests with more samples (default: ${DEFAULT-VALUE}).")
  private int maxSamples;

  @Option(
      names = "--queue",
      converter = Converters.Count.class,
      defaultValue = "4096",
      paramLabel = "N",
      description = "Let at most N samples wait; answer 503 to more (default: ${DEFAULT-VALUE}).")
  private int queue;

  @Option(
      names = "--timeout",
      converter = Converters.Count.class,
      defaultValue = "30",
      paramLabel = "S",
      description =
          "Answer within S seconds, or say that it took too long (default:" + " ${DEFAULT-VALUE}).")
  private int timeout;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description =
          "Folder for the state of drift monitoring (default: beside the detector files).")
  private @Nullable Path state;

  @Option(names = "--log-json", description = "Log one JSON object a line.")
  private boolean json;

  @Override
  public void run() {
    requireWebhook();
    Serving.run(options(), json, spec.commandLine().getOut(), page -> {});
  }

  private void requireWebhook() {
    if (webhook == null && spec.commandLine().getParseResult().hasMatchedOption("--webhook-rate")) {
      throw new ParameterException(
          spec.commandLine(), "--webhook-rate is for --webhook; leave it out");
    }
  }

  private ServerOptions options() {
    Limits limits =
        Limits.DEFAULT
            .withBodyBytes(maxBody)
            .withInstances(maxSamples)
            .withQueuedSamples(queue)
            .withRequestTime(Duration.ofSeconds(timeout));
    ServerOptions options =
        ServerOptions.of(detector)
            .withHost(host)
            .withPort(port)
            .with(limits)
            .with(trust.options())
            .withBatchDelay(batchDelay);
    if (tokens != null) {
      options = options.withTokens(tokens);
    }
    if (tls != null) {
      options = options.with(new ServerOptions.Tls(tls.certificate, tls.key));
    }
    if (webhook != null) {
      options = options.withWebhook(webhook, webhookRate);
    }
    return state == null ? options : options.withState(state);
  }
}
