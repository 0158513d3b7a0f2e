package dev.stranger.cli;

import dev.stranger.score.SigningKey;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger sign}. */
@Command(
    name = "sign",
    description = {
      "Sign a detector file, so that --trust opens this file and no other.",
      "",
      "  ${ROOT-COMMAND-NAME} sign --new-key key.pem           makes key.pem and key.pub.pem",
      "  ${ROOT-COMMAND-NAME} sign --key key.pem --detector photos.onnx",
      "  ${ROOT-COMMAND-NAME} score --trust key.pub.pem --detector photos.onnx --data new/"
    })
final class SignCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(
      names = "--new-key",
      paramLabel = "KEY.pem",
      description = "Make a new key: KEY.pem to sign with, KEY.pub.pem for --trust.")
  private @Nullable Path newKey;

  @Option(
      names = "--key",
      paramLabel = "KEY.pem",
      description = "The private key, Ed25519 in PKCS#8, as --new-key and openssl make it.")
  private @Nullable Path key;

  @Option(names = "--detector", paramLabel = "FILE", description = "Detector file to sign.")
  private @Nullable Path detector;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Signed detector file (default: replaces the unsigned one).")
  private @Nullable Path out;

  @Override
  public void run() {
    if (newKey != null && key == null && detector == null && out == null) {
      make(newKey);
    } else if (newKey == null && key != null && detector != null) {
      sign(key, detector, out == null ? detector : out);
    } else {
      throw new ParameterException(
          spec.commandLine(), "give either --new-key alone, or --key and --detector");
    }
  }

  private void make(Path secret) {
    String name = secret.getFileName().toString();
    String open = name.endsWith(".pem") ? name.substring(0, name.length() - 4) : name;
    Path shared = secret.resolveSibling(open + ".pub.pem");
    SigningKey.create(secret, shared);
    say(
        "%s signs detectors: keep it secret; %s is for those who open them"
            .formatted(secret, shared));
  }

  private void sign(Path key, Path detector, Path to) {
    new Outputs(spec).read("--key", key.toString()).write("--out", to);
    SigningKey.read(key).sign(detector, to);
    say(
        "%s is signed; --trust with the public key opens it, and refuses any other file"
            .formatted(to));
  }

  private void say(String line) {
    PrintWriter console = spec.commandLine().getOut();
    console.println(line);
    console.flush();
  }
}
