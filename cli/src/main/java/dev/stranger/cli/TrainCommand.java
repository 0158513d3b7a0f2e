package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.report.CurvePlot;
import dev.stranger.report.PngFile;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.CheckpointFile;
import dev.stranger.train.EpochResult;
import dev.stranger.train.LearningOptions;
import dev.stranger.train.Method;
import dev.stranger.train.ObjectiveOptions.LossChoice;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stranger train}. */
@Command(
    name = "train",
    description = "Learn a detector from normal samples and write it to one file.")
final class TrainCommand implements Runnable {

  /** Named sets of options. */
  enum Preset {
    DEFAULT,
    PAPER
  }

  @Spec private CommandSpec spec;
  @Mixin private DataMixin reading;
  @Mixin private GuaranteeOptions guarantee;
  @Mixin private MethodOptions method;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "D",
      description = "Normal samples: a named set (name[:part]), a file or a folder of pictures.")
  private String data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The detector file to write, such as detector.onnx.")
  private Path out;

  @Option(
      names = "--preset",
      defaultValue = "DEFAULT",
      description = "${COMPLETION-CANDIDATES}; the paper's values are slower, not better.")
  private Preset preset;

  @Option(
      names = "--network",
      defaultValue = "AUTO",
      description = "${COMPLETION-CANDIDATES}; auto goes by the shape of a sample.")
  private Kind network;

  @Option(
      names = "--loss",
      defaultValue = "AUTO",
      description = "${COMPLETION-CANDIDATES}; auto is bce for values in [0,1], else mse.")
  private LossChoice loss;

  @Option(
      names = "--score",
      description =
          "What the score is: neighbour, or an energy such as kpca_error (default: the method's usual one).")
  private @Nullable String score;

  @Option(
      names = "--epochs",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Passes over the data; chosen by its size when not given.")
  private @Nullable Integer epochs;

  @Option(
      names = "--batch",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Samples a step; chosen by the size of the data when not given.")
  private @Nullable Integer batch;

  @Option(
      names = "--patience",
      converter = Converters.Count.class,
      paramLabel = "N",
      description =
          "Stop after N epochs without improvement on held-out samples, and keep the best one.")
  private @Nullable Integer patience;

  @Option(
      names = "--device",
      converter = Converters.DeviceName.class,
      defaultValue = "auto",
      description = "auto, cpu, cuda or cuda-bf16 (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--no-cuda-graph",
      description = "On a GPU, make every step anew instead of replaying a recorded one.")
  private boolean noCudaGraph;

  @Option(names = "--seed", defaultValue = "0", description = "Where all randomness comes from.")
  private long seed;

  @Option(
      names = "--by-label",
      description =
          "Make the guarantee for every label on its own: folder of a picture, --label of a table.")
  private boolean byLabel;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Save training there after every epoch, and when Ctrl-C stops it.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--resume",
      description = "Go on from the checkpoint; FILE.checkpoint when --checkpoint is not given.")
  private boolean resume;

  @Option(names = "--curve", paramLabel = "FILE.png", description = "Draw how the objective fell.")
  private @Nullable Path curve;

  @Override
  public void run() {
    PrintWriter console = spec.commandLine().getOut();
    new Outputs(spec)
        .read("--data", data)
        .read("--auxiliary", method.auxiliary())
        .write("--out", out)
        .write("--checkpoint", checkpointPath())
        .writePicture("--curve", curve);
    Dataset samples = reading.forTraining(data);
    String from = samples.resizedFrom();
    console.printf(
        "%s: %,d samples of %s%s%n",
        samples.name(),
        samples.size(),
        samples.shape(),
        from.isEmpty() ? "" : ", resized from " + from);
    UnsaidLabel.in(samples).ifPresent(console::println);
    console.flush();
    TrainOptions options = options(samples);
    try (TrainingProgress progress = new TrainingProgress(console)) {
      train(samples, options, progress, console);
    }
    console.printf(
        "%s is written; of normal samples%s it flags %s%n",
        out, byLabel ? " of every label" : "", options.calibration().guarantee().inWords());
    console.printf(
        "Judge new data with: stranger score --detector %s%s --data ...%n",
        out, reading.toJudge(byLabel));
    console.flush();
  }

  private void train(
      Dataset samples, TrainOptions options, TrainingProgress progress, PrintWriter console) {
    try {
      TrainedModel model = Trainer.fit(samples, options, progress, checkpointFile());
      model.save(out);
      draw(model, console);
    } catch (CancellationException e) {
      // Said here, because after Ctrl-C the virtual machine ends as soon as progress is closed.
      String advice = checkpointPath() == null ? "" : " (%s)".formatted(Advice.on(Remedy.RESUME));
      console.println(e.getMessage() + advice);
      console.flush();
      throw e;
    }
  }

  private void draw(TrainedModel model, PrintWriter console) {
    if (curve != null && model.curve().isEmpty()) {
      console.printf("%s is not drawn: this method has no epochs%n", curve);
    } else if (curve != null) {
      double[] objective = model.curve().stream().mapToDouble(EpochResult::objective).toArray();
      PngFile.write(CurvePlot.of(objective), curve);
    }
  }

  private TrainOptions options(Dataset samples) {
    TrainOptions base =
        preset == Preset.PAPER ? TrainOptions.paperFor(samples.shape()) : TrainOptions.DEFAULT;
    Method chosen = method.make(reading, samples, base.method());
    LearningOptions learning = base.learning();
    learning = epochs == null ? learning : learning.withEpochs(epochs);
    learning = batch == null ? learning : learning.withBatchSize(batch);
    learning = patience == null ? learning : learning.withPatience(patience);
    return base.with(chosen)
        .with(network == Kind.AUTO ? base.network() : base.network().withKind(network))
        .with(loss == LossChoice.AUTO ? base.objective() : base.objective().withLoss(loss))
        .with(learning)
        .with(
            base.calibration()
                .withGuarantee(guarantee.or(base.calibration().guarantee()))
                .withByLabel(byLabel)
                .withScore(scoreOf(chosen, base)))
        .withSeed(seed)
        .withDevice(device)
        .withRecordedSteps(!noCudaGraph);
  }

  private String scoreOf(Method chosen, TrainOptions base) {
    boolean preset = chosen.equals(base.method());
    return score != null ? score : preset ? base.calibration().score() : CalibrationOptions.USUAL;
  }

  private @Nullable CheckpointFile checkpointFile() {
    @Nullable Path file = checkpointPath();
    return file == null ? null : new CheckpointFile(file, 1, resume);
  }

  private @Nullable Path checkpointPath() {
    Path usual = out.resolveSibling(out.getFileName() + ".checkpoint");
    return checkpoint == null && resume ? usual : checkpoint;
  }
}
