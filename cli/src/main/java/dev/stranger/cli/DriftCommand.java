package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.report.DriftCurve;
import dev.stranger.report.DriftPlot;
import dev.stranger.report.PngFile;
import dev.stranger.score.Detector;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stranger drift}. */
@Command(
    name = "drift",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --detector=FILE --data=D",
    description = {
      "Watch samples in their order: do they become stranger than the training data?",
      "Data that is sorted, for example by class, drifts."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage", "3:--fail-on-drift found drift"})
final class DriftCommand implements Callable<Integer> {

  private static final int FOUND_DRIFT = 3;

  /** An alarm after more samples is not waited for: then it takes so many at least. */
  private static final int MOST_TRIED = 10_000;

  @Spec private CommandSpec spec;
  @Mixin private JudgedData judged;

  @Option(
      names = "--alpha",
      converter = Converters.Share.class,
      defaultValue = "0.01",
      paramLabel = "A",
      description = "Probability that there is ever a false alarm (default: ${DEFAULT-VALUE}).")
  private double alpha;

  @Option(
      names = "--window",
      converter = Converters.Count.class,
      defaultValue = "100",
      paramLabel = "N",
      description = "Also count the strangers in windows of N samples (default: ${DEFAULT-VALUE}).")
  private int window;

  @Option(names = "--plot", paramLabel = "FILE.png", description = "Plot the evidence for drift.")
  private @Nullable Path plot;

  @Option(names = "--fail-on-drift", description = "Exit with 3 if there is drift.")
  private boolean failOnDrift;

  @Override
  public Integer call() {
    judged.outputs().writePicture("--plot", plot);
    try (Detector detector = judged.openDetector()) {
      Dataset samples = WindowText.apart(judged.openFor(detector));
      DriftMonitor monitor = detector.driftMonitor(alpha, window);
      DriftCurve curve = new DriftCurve(samples.size());
      Judging.by(detector)
          .judge(samples, sample -> curve.add(monitor.add(sample.verdict()).evidence()));
      DriftState end = monitor.state();
      say(samples, end, curve, fewest(detector.driftMonitor(alpha, window)));
      if (plot != null) {
        PngFile.write(DriftPlot.of(samples.name(), curve, end), plot);
      }
      return failOnDrift && end.drifted() ? FOUND_DRIFT : 0;
    }
  }

  /**
   * After how many samples there can be an alarm, if each is stranger than all before.
   *
   * @param fresh has seen none
   */
  private static long fewest(DriftMonitor fresh) {
    float strange = Float.MAX_VALUE / 2;
    while (!fresh.state().drifted() && fresh.state().samples() < MOST_TRIED) {
      strange = Math.nextUp(strange);
      fresh.add(strange);
    }
    return fresh.state().samples();
  }

  private void say(Dataset samples, DriftState end, DriftCurve curve, long fewest) {
    PrintWriter out = spec.commandLine().getOut();
    if (end.samples() < fewest) {
      out.printf(
          "too few samples to tell: %,d of %s, an alarm takes at least %,d%n",
          end.samples(), samples.name(), fewest);
    } else {
      out.printf(
          "%s in %,d samples of %s%n",
          end.drifted() ? "drift" : "no drift", end.samples(), samples.name());
    }
    end.streamAlarm()
        .ifPresentOrElse(
            alarm -> out.printf("martingale: alarm %s%n", at(alarm, samples)),
            () ->
                out.printf(
                    "martingale: no alarm; the evidence reached %.1f, an alarm takes %.0f%n",
                    Math.pow(10, curve.peak()), Math.pow(10, end.alarmLine())));
    end.windowAlarm()
        .ifPresentOrElse(
            alarm -> out.printf("window:     alarm %s%n", at(alarm, samples)),
            () -> out.printf("window:     %s%n", looks(end.samples() / window)));
    out.printf(
        "While nothing drifts, there is an alarm with a probability of at most %s %%, however long"
            + " the stream is.%n",
        FalseAlarmGuarantee.percent(alpha));
    out.flush();
  }

  private String looks(long looks) {
    return looks == 0
        ? "no look, the first is after %,d samples".formatted(window)
        : "no alarm in %,d look%s".formatted(looks, looks == 1 ? "" : "s");
  }

  /** Alarms are counted in samples, which begin at 1; positions begin at 0. */
  private static String at(long alarm, Dataset samples) {
    return "after %,d samples, at sample %s".formatted(alarm, samples.sampleName(alarm - 1));
  }
}
