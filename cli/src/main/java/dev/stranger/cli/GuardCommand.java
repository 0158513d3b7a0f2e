package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.ImageOptions;
import dev.stranger.score.ModelInput;
import dev.stranger.train.Guard;
import dev.stranger.train.GuardOptions;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.TrainedModel;
import dev.stranger.train.guard.ForeignModel;
import dev.stranger.train.guard.TopClasses;
import dev.stranger.train.guard.Watched;
import dev.stranger.train.guard.WatchedNetwork;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code stranger guard}. */
@Command(
    name = "guard",
    customSynopsis = {
      "${COMMAND-FULL-NAME} [OPTIONS] --model=M.onnx --data=D --out=FILE",
      "${COMMAND-FULL-NAME} [OPTIONS] --model=M.onnx --list"
    },
    description =
        "Add a detector to a network that you have. The file answers as the network does, and judges"
            + " each input.",
    footer =
        "%nGive normal samples that the network was not trained on. Those that it was trained on look"
            + " too normal, and the guarantee would not hold.")
final class GuardCommand implements Runnable {

  private static final int SHOWN = 5;

  @Spec private CommandSpec spec;
  @Mixin private DataMixin reading;
  @Mixin private NetworkInput network;
  @Mixin private GuaranteeOptions guarantee;
  @Mixin private ScratchOption scratch;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "M.onnx",
      description = "The network, an ONNX file.")
  private Path model;

  @Option(names = "--list", description = "List the tensors that can be watched, and stop.")
  private boolean list;

  @Option(
      names = "--data",
      paramLabel = "D",
      description = "Normal samples: a named set (name[:part]), a file or a folder of pictures.")
  private @Nullable String data;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The file to write, such as guarded.onnx.")
  private @Nullable Path out;

  @Option(
      names = "--at",
      split = ",",
      paramLabel = "TENSOR",
      description =
          "Tensors to watch; several are joined, and maps are averaged (default: auto, what the last"
              + " layer decides by).")
  private List<String> at = List.of(WatchedNetwork.AUTO);

  @Option(
      names = "--map",
      description =
          "Look at each place of a picture, and show where it is strange: for small defects. Watches"
              + " a map (CxHxW).")
  private boolean map;

  @Option(
      names = "--tile",
      paramLabel = "N|HxW",
      converter = Converters.Size.class,
      description =
          "Cut pictures of --size into tiles of the size that the network takes, and judge by the"
              + " strangest.")
  private ImageOptions.@Nullable Size tile;

  @Option(
      names = "--overlap",
      defaultValue = "0.2",
      paramLabel = "SHARE",
      description = "How far tiles overlap, as a share of their size (default: ${DEFAULT-VALUE}).")
  private double overlap;

  @Option(
      names = "--logits",
      defaultValue = WatchedNetwork.AUTO,
      paramLabel = "TENSOR",
      description = "The logits of a classifier; auto looks for them, none ignores them.")
  private String logits;

  @Option(
      names = "--score",
      paramLabel = "NAME",
      description =
          "The score: witnesses, or an energy such as energy, max_softmax or mahalanobis (default:"
              + " witnesses).")
  private @Nullable String score;

  @Option(
      names = "--epochs",
      converter = Converters.Count.class,
      paramLabel = "N",
      description = "Passes over the features (default: by the work they take).")
  private @Nullable Integer epochs;

  @Option(
      names = "--device",
      converter = Converters.DeviceName.class,
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description =
          "Where to learn from the features: auto, cpu or cuda (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--gallery",
      converter = Converters.GallerySize.class,
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Store thumbnails of N held-out samples in the file, where everybody can see them"
              + " (default: none).")
  private int gallery;

  @Override
  public void run() {
    PrintWriter console = spec.commandLine().getOut();
    requireTask();
    ForeignModel foreign = ForeignModel.read(model);
    NetworkInput.Taken taken = network.of(foreign, tile == null ? reading.size() : tile);
    if (list) {
      list(WatchedNetwork.of(foreign, taken.input(), taken.shape()), console);
      return;
    }
    guard(foreign, taken, console);
  }

  private void requireTask() {
    if (!list && (data == null || out == null)) {
      throw new ParameterException(
          spec.commandLine(), "give --data and --out, or --list to see what can be watched");
    }
    if (list && (data != null || out != null)) {
      throw new ParameterException(
          spec.commandLine(), "--list only looks at the network; leave out --data and --out");
    }
    if (tile == null && spec.commandLine().getParseResult().hasMatchedOption("--overlap")) {
      throw new ParameterException(spec.commandLine(), "--overlap is for --tile; leave it out");
    }
  }

  private void guard(ForeignModel foreign, NetworkInput.Taken taken, PrintWriter console) {
    new Outputs(spec).read("--model", model.toString()).read("--data", data).write("--out", out);
    reading.requireMeaning(List.of(data));
    Dataset samples = reading.openFor(data, sampleShape(taken.shape()));
    console.printf("%s: %,d samples of %s%n", samples.name(), samples.size(), samples.shape());
    PassedOver.say(samples, spec.commandLine().getErr());
    Shape input = tile == null ? samples.shape() : taken.shape();
    GuardOptions options = options(taken.input(), input);
    show(WatchedNetwork.of(foreign, taken.input(), input), samples, console);
    try (TrainingProgress progress = new TrainingProgress(console)) {
      TrainedModel guarded = Guard.fit(foreign, samples, options, progress);
      guarded.save(out);
    }
    console.printf(
        "%s is written; of normal samples it flags %s%n",
        out, options.training().calibration().guarantee().inWords());
    console.printf(
        "It answers as %s does, and judges too: %s score --detector %s%s --data ...%n",
        model, Stranger.calledAs(), out, reading.toJudge(false));
    console.flush();
  }

  /** Of pictures, which are larger than the input of the network where they are cut into tiles. */
  private Shape sampleShape(Shape input) {
    ImageOptions.@Nullable Size size = reading.size();
    if (tile == null) {
      return input;
    }
    if (size == null || !input.isImage()) {
      throw new ParameterException(
          spec.commandLine(),
          "--tile cuts pictures of a size that --size says, such as --size 1024");
    }
    return Shape.image(input.channels(), size.height(), size.width());
  }

  private void show(WatchedNetwork watched, Dataset samples, PrintWriter console) {
    List<Watched> features = map ? watched.maps(asked()) : watched.features(asked());
    features.forEach(
        tensor ->
            console.printf(
                "watching %s (%s): %s%n", tensor.tensor(), tensor.shape(), tensor.meaning()));
    if (tile == null) {
      watched.logits(askedLogits()).ifPresent(tensor -> showClasses(watched, tensor, samples));
    }
    console.flush();
  }

  /** A wrong preprocessing shows in wrong classes. */
  private void showClasses(WatchedNetwork watched, Watched logits, Dataset samples) {
    PrintWriter console = spec.commandLine().getOut();
    console.printf(
        "%s are %s (%s), and the network says:%n",
        map ? "logits" : "logits, watched too,", logits.tensor(), logits.shape());
    TopClasses.of(watched, logits, samples.first(SHOWN))
        .forEach(line -> console.println("  " + line));
    console.println("If these classes are wrong, check --preprocess, --range and --layout.");
  }

  private static void list(WatchedNetwork watched, PrintWriter console) {
    String chosen = watched.features(List.of()).get(0).tensor();
    List<Watched> all = watched.candidates();
    int width = all.stream().mapToInt(one -> one.tensor().length()).max().orElse(0);
    for (Watched one : all) {
      console.printf(
          "%s %-" + width + "s  %-12s  %s%n",
          one.tensor().equals(chosen) ? "*" : " ",
          one.tensor(),
          one.shape(),
          one.meaning());
    }
    console.println("* is what --at auto watches. Maps (CxHxW) are averaged over their places.");
    console.flush();
  }

  private List<String> asked() {
    return at.equals(List.of(WatchedNetwork.AUTO)) ? List.of() : at;
  }

  private @Nullable String askedLogits() {
    return logits.equals("none") ? null : logits;
  }

  private GuardOptions options(ModelInput input, Shape ofNetwork) {
    TrainOptions base = TrainOptions.DEFAULT;
    TrainOptions training =
        base.with(
                base.calibration()
                    .withGuarantee(guarantee.or(base.calibration().guarantee()))
                    .withScore(score == null ? base.calibration().score() : score))
            .with(epochs == null ? base.learning() : base.learning().withEpochs(epochs))
            .withSeed(seed)
            .withDevice(device)
            .withGallery(gallery)
            .withScratch(scratch.folder());
    GuardOptions options =
        GuardOptions.of(input).at(asked()).withMap(map).withLogits(askedLogits()).with(training);
    return tile == null ? options : options.withTiles(ofNetwork, overlap);
  }
}
