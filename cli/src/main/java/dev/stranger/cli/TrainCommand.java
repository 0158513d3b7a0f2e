package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.report.CurvePlot;
import dev.stranger.report.PngFile;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.CheckpointFile;
import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.NetworkOptions.Kind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger train}. */
@Command(
    name = "train",
    customSynopsis = "${COMMAND-FULL-NAME} [OPTIONS] --data=D --out=FILE",
    description = "Train a detector on normal samples and write it to one file.")
final class TrainCommand implements Runnable {

  /** Named sets of options. */
  enum Preset {
    DEFAULT,
    PAPER;

    TrainOptions optionsFor(Shape shape) {
      return this == PAPER ? TrainOptions.paperFor(shape) : TrainOptions.DEFAULT;
    }

    /** What learns, of samples of any shape. */
    Method method() {
      return optionsFor(Shape.of(1)).method();
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private DataMixin reading;
  @Mixin private GuaranteeOptions guarantee;
  @Mixin private MethodOptions method;
  @Mixin private BackboneOption backbone;
  @Mixin private ScratchOption scratch;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "D",
      description =
          "Normal samples: a named set (name[:part]), a file, or a folder of pictures or tables.")
  private String data;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The detector file to write, such as detector.onnx.")
  private Path out;

  @Option(
      names = "--preset",
      defaultValue = "default",
      paramLabel = "NAME",
      description =
          "default, or paper for the published settings, which are slower, not better (default:"
              + " default).")
  private Preset preset;

  @Option(
      names = "--network",
      defaultValue = "auto",
      paramLabel = "KIND",
      description = "conv, recurrent or dense (default: auto, by the shape of a sample).")
  private Kind network;

  @Option(
      names = "--loss",
      defaultValue = "auto",
      paramLabel = "KIND",
      description = "bce or mse (default: auto, bce for values in [0,1]).")
  private LossChoice loss;

  @Option(
      names = "--score",
      paramLabel = "NAME",
      description =
          "The score: neighbour, or an energy such as kpca_error (default: by the method).")
  private @Nullable String score;

  @Option(
      names = "--epochs",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Passes over the data (default: by the work they take).")
  private @Nullable Integer epochs;

  @Option(
      names = "--thorough",
      description = "Learn up to six times as long, to detect near strangers better.")
  private boolean thorough;

  @Option(
      names = "--batch",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Samples per step (default: by the size of the data).")
  private @Nullable Integer batch;

  @Option(
      names = "--patience",
      converter = Converters.Count.class,
      paramLabel = "N",
      description =
          "Stop after N epochs without improvement on held-out samples; keep the best epoch.")
  private @Nullable Integer patience;

  @Option(
      names = "--device",
      converter = Converters.DeviceName.class,
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description = "auto, cpu, cuda or cuda-bf16 (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--no-cuda-graph",
      description = "On a GPU, run every step anew instead of replaying a recorded one.")
  private boolean noCudaGraph;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--by-label",
      description =
          "Guarantee the rate for each label: the folder of a picture, --label of a table.")
  private boolean byLabel;

  @Option(
      names = "--leave-one-out",
      description =
          "Hold out no part: train several models, each without one sample (default: only where a"
              + " part would be too small).")
  private boolean leaveOneOut;

  @Option(
      names = "--gallery",
      converter = Converters.GallerySize.class,
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Store thumbnails of N held-out samples in the file, where everybody can see them"
              + " (default: none).")
  private int gallery;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Save the training state after each epoch and on Ctrl-C.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--resume",
      description = "Continue from the checkpoint (default: the file of --out with .checkpoint).")
  private boolean resume;

  @Option(
      names = "--suspects",
      paramLabel = "FILE.csv",
      description = "List the samples that look like strangers, the strangest first.")
  private @Nullable Path suspects;

  @Option(names = "--curve", paramLabel = "FILE.png", description = "Plot the objective.")
  private @Nullable Path curve;

  @Override
  public void run() {
    requireMeaning();
    Dataset samples = backbone.isGiven() ? backbone.open(reading, data) : reading.forTraining(data);
    PrintWriter console = spec.commandLine().getOut();
    describe(samples, console);
    TrainOptions options = options(samples);
    try (TrainingProgress progress = new TrainingProgress(console)) {
      train(samples, options, progress, console);
    }
    console.printf(
        "%s is written; of normal samples%s it flags %s%n",
        out, byLabel ? " of every label" : "", options.calibration().guarantee().inWords());
    console.printf(
        "Judge new data with: %s score --detector %s%s --data ...%n",
        Stranger.calledAs(), out, reading.toJudge(byLabel));
    console.flush();
  }

  /** Before data is read. */
  private void requireMeaning() {
    new Outputs(spec)
        .read("--data", data)
        .read("--auxiliary", method.auxiliary())
        .write("--out", out)
        .write("--checkpoint", checkpointPath())
        .write("--suspects", suspects)
        .writePicture("--curve", curve);
    requireOneLength();
    backbone.requireMeaning();
    method.require(score, backbone.isGiven() ? BackboneOption.METHOD : preset.method());
    reading.requireMeaning(Stream.of(data, method.auxiliary()).filter(Objects::nonNull).toList());
    reading.requireLabels(byLabel);
  }

  /** Says how the samples were read, and what looks wrong about that. */
  private void describe(Dataset samples, PrintWriter console) {
    String from = samples.resizedFrom();
    console.printf(
        "%s: %,d samples of %s%s%n",
        samples.name(),
        samples.size(),
        samples.shape(),
        from.isEmpty() ? "" : ", resized from " + from);
    samples.remarks().forEach(remark -> console.println("  " + remark));
    WindowText.say(samples, console);
    WrongReading.refuse(samples);
    WrongReading.note(samples).ifPresent(console::println);
    PassedOver.say(samples, spec.commandLine().getErr());
    UnsaidLabel.in(samples).ifPresent(console::println);
    console.flush();
  }

  private void requireOneLength() {
    String other = epochs != null ? "--epochs" : preset == Preset.PAPER ? "--preset paper" : "";
    if (thorough && !other.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--thorough and %s both set the number of epochs; leave one of them out"
              .formatted(other));
    }
  }

  private void train(
      Dataset samples, TrainOptions options, TrainingProgress progress, PrintWriter console) {
    try {
      TrainedModel model =
          backbone.isGiven()
              ? backbone.fit(samples, options, progress)
              : Trainer.fit(samples, options, progress, checkpointFile());
      model.save(out);
      if (model.gallery() > 0) {
        console.printf(
            "%s shows thumbnails of %,d held-out samples to everybody who can read it%n",
            out, model.gallery());
      }
      WeakDetector.say(model.made(), samples.shape(), console);
      SuspectText.say(model, suspects, console);
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
    TrainOptions base = preset.optionsFor(samples.shape());
    Method chosen = method.make(reading, samples, base.method());
    LearningOptions learning = base.learning();
    learning = thorough ? learning.withEpochs(LearningOptions.THOROUGH) : learning;
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
                .withLeaveOneOut(leaveOneOut)
                .withScore(scoreOf(chosen, base)))
        .withSeed(seed)
        .withDevice(device)
        .withRecordedSteps(!noCudaGraph)
        .withGallery(gallery)
        .withScratch(scratch.folder())
        .withContamination(method.contamination());
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
