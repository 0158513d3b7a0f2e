package dev.stranger.cli;

import dev.stranger.CompleteFile;
import dev.stranger.Dataset;
import dev.stranger.score.Detector;
import dev.stranger.score.onnx.CheckedModel;
import dev.stranger.train.Recalibration;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stranger recalibrate}. */
@Command(
    name = "recalibrate",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE --data=D --out=FILE",
    description = {
      "Give a detector a guarantee for other normal samples, without training.",
      "It must not have learned from them. Scores do not change; p-values and verdicts do."
    })
final class RecalibrateCommand implements Runnable {

  /** More would make judging slower, hardly better. */
  private static final int MOST = 50_000;

  @Spec private CommandSpec spec;
  @Mixin private JudgedData judged;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The detector file to write.")
  private Path out;

  @Override
  public void run() {
    judged.outputs().write("--out", out);
    CheckedModel before = judged.readDetector(); // once, as the file may be replaced meanwhile
    try (Detector detector = judged.open(before)) {
      Dataset all = judged.openFor(detector);
      Recalibration.requireNew(detector, all);
      Dataset samples = WindowText.apart(all).spread(MOST);
      byte[] after = Recalibration.by(detector, samples).applyTo(before.bytes());
      CompleteFile.write(out, file -> file.write(after));
      say(detector, samples);
    }
  }

  private void say(Detector detector, Dataset samples) {
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        "%s is written; of samples like the %,d of %s%s it flags %s%n",
        out,
        samples.size(),
        samples.name(),
        detector.groups().isPresent() ? ", of every label," : "",
        detector.guarantee().inWords());
    console.flush();
  }
}
