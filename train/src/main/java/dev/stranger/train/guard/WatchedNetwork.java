package dev.stranger.train.guard;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.score.ModelInput;
import dev.stranger.score.Network;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A network with samples of a known shape as its input, so that the shapes of its tensors are known
 * too.
 *
 * @param model whose batch is free, where the network allows it
 * @param original as it was read
 * @param input how samples are given to it
 * @param shape of a sample
 */
public record WatchedNetwork(
    ForeignModel model, ForeignModel original, ModelInput input, Shape shape) {

  /** Asks for the logits that are found. */
  public static final String AUTO = "auto";

  private static final int MOST_FEATURES = 1 << 14;
  private static final int PIXELS_A_PLACE = 16;
  private static final int TRIED = 3;
  private static final int MOST_TRIED = 1024;
  private static final long MOST_VALUES = 1 << 26;
  private static final Duration SECONDS_A_SAMPLE = Duration.ofSeconds(20);
  private static final float TOLERANCE = 1e-4f;

  /**
   * @throws DataException when the network cannot be run on such samples
   */
  public static WatchedNetwork of(ForeignModel model, ModelInput input, Shape shape) {
    requireInputs(model, input);
    requireFitting(model, input, shape);
    long batch = FreeBatch.batch(model.proto(), input.name());
    ForeignModel free = model.with(FreeBatch.of(model.proto(), input.name()));
    try (Network few = open(model, input, shape)) {
      if (answersAlike(few, free, input, shape, Math.max(1, batch))) {
        return new WatchedNetwork(batch == 0 ? model : free, model, input, shape);
      }
    }
    if (batch > 1) {
      throw new DataException(
          ("%s takes %,d samples at a time and cannot be run on another number of them; export it"
                  + " for one sample or for any number")
              .formatted(model.place(), batch));
    }
    return new WatchedNetwork(model, model, input.withOneByOne(true), shape);
  }

  private static void requireInputs(ForeignModel model, ModelInput input) {
    List<String> names = model.inputs().stream().map(ForeignModel.Input::name).toList();
    String has = model.inputs().stream().map(Object::toString).collect(Collectors.joining(", "));
    Set<String> given = new LinkedHashSet<>(input.constants().keySet());
    given.add(input.name());
    for (String name : given) {
      if (!names.contains(name)) {
        throw new DataException(
            "%s has no input '%s'; it has %s".formatted(model.place(), name, has));
      }
    }
    for (String name : names) {
      if (!given.contains(name)) {
        throw new DataException(
            "%s has the inputs %s, samples are given to %s; tell a number that fills '%s'"
                .formatted(model.place(), has, input.name(), name));
      }
    }
  }

  private static void requireFitting(ForeignModel model, ModelInput input, Shape shape) {
    try {
      input.requireFitting(shape);
    } catch (IllegalArgumentException e) {
      throw new DataException("%s: %s".formatted(model.place(), e.getMessage()), e);
    }
  }

  /** How many samples the network took at a time as it was read; 0 for any number. */
  public int fixedBatch() {
    return Math.toIntExact(FreeBatch.batch(original.proto(), input.name()));
  }

  /**
   * Whether many samples at once get the answers that they get in batches of a size. What scales by
   * the largest value of a batch, as dynamic quantisation does, does not.
   */
  private static boolean answersAlike(
      Network few, ForeignModel free, ModelInput input, Shape shape, long batch) {
    long count = batch == 1 ? TRIED : 2 * batch;
    if (batch > MOST_TRIED || count * shape.size() > MOST_VALUES) {
      return false;
    }
    float[] samples = trials((int) count, shape);
    Duration longest = SECONDS_A_SAMPLE.multipliedBy(count);
    Set<String> outputs = few.outputs().keySet();
    int parts = (int) (count / batch);
    List<Map<String, Network.Computed>> apart = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      int size = samples.length / parts;
      float[] some = Arrays.copyOfRange(samples, i * size, (i + 1) * size);
      apart.add(few.run(some, (int) batch, outputs, longest));
    }
    try (Network many = open(free, input, shape)) {
      var together = many.run(samples, (int) count, outputs, longest);
      return IntStream.range(0, parts)
          .allMatch(
              i ->
                  outputs.stream()
                      .allMatch(o -> isPart(apart.get(i).get(o), together.get(o), i, parts)));
    } catch (DataException e) {
      return false;
    }
  }

  /** What is no tensor of floats is not compared here, but when the guarded file is finished. */
  private static boolean isPart(
      Network.Computed alone, Network.Computed together, int place, int places) {
    if (!alone.hasNumbers()) {
      return true;
    }
    float[] expected = alone.numbers();
    float[] all = together.numbers();
    if (all.length != places * expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      float difference = Math.abs(expected[i] - all[place * expected.length + i]);
      if (!(difference <= TOLERANCE * (1 + Math.abs(expected[i])))) {
        return false;
      }
    }
    return true;
  }

  /** Samples in [0,1] of different strength. */
  private static float[] trials(int count, Shape shape) {
    float[] samples = new float[count * shape.size()];
    for (int i = 0; i < samples.length; i++) {
      float strength = (1 + i / shape.size()) / (float) count;
      samples[i] = strength * (i * 7919L % 1000) / 1000f;
    }
    return samples;
  }

  public static Network open(ForeignModel model, ModelInput input, Shape shape) {
    return Network.open(model.proto().toByteArray(), model.place(), input, shape);
  }

  private TensorFinder finder() {
    return new TensorFinder(model.proto().getGraph(), input.name());
  }

  /**
   * Tensors that were asked for, or the one that the last layer decides by.
   *
   * @throws DataException when there is no such tensor, or it cannot be watched
   */
  public List<Watched> features(List<String> asked) {
    TensorFinder finder = finder();
    if (!asked.isEmpty()) {
      asked.forEach(tensor -> requireThere(finder, tensor));
    }
    Map<String, String> found = new LinkedHashMap<>();
    if (!asked.isEmpty()) {
      asked.forEach(tensor -> found.put(tensor, "asked for"));
      return probe(found);
    }
    finder
        .features()
        .ifPresentOrElse(
            tensor -> found.put(tensor, meaning(tensor)),
            () -> found.put(input.name(), "the input: the network has no layer to watch"));
    return probe(found);
  }

  /**
   * Maps that were asked for, or the last one that has a place for every sixteen pixels: fine
   * enough to show where a picture is strange, late enough to know what it sees.
   *
   * @throws DataException when there is none
   */
  public List<Watched> maps(List<String> asked) {
    if (!asked.isEmpty()) {
      return features(asked);
    }
    return candidates().stream()
        .filter(one -> one.isMap() && !one.tensor().equals(input.name()))
        .filter(one -> one.height() * PIXELS_A_PLACE >= shape.height())
        .findFirst()
        .map(List::of)
        .orElseThrow(
            () ->
                new DataException(
                    "%s has no map that is fine enough to show where a picture is strange; name the tensor"
                        .formatted(model.place())));
  }

  private String meaning(String tensor) {
    return tensor.equals(input.name())
        ? "the input: the network has no hidden layer"
        : "what the last layer decides by";
  }

  private void requireThere(TensorFinder finder, String tensor) {
    if (!finder.has(tensor)) {
      throw new DataException(
          "%s has no tensor '%s' outside of its loops and branches; list those that it has"
              .formatted(model.place(), tensor));
    }
    if (!finder.dependsOnSamples(tensor)) {
      throw new DataException(
          "the tensor '%s' of %s does not depend on the input; watch another one"
              .formatted(tensor, model.place()));
    }
  }

  /** What may be watched; of maps of one size only the last. */
  public List<Watched> candidates() {
    Map<String, String> all = new LinkedHashMap<>(finder().candidates());
    all.putIfAbsent(input.name(), "the input");
    Set<String> sizes = new HashSet<>();
    return probe(all, false).stream()
        .filter(one -> one.dimensions().length < 3 || sizes.add(one.size()))
        .toList();
  }

  /**
   * The logits that were asked for, or those that were found.
   *
   * @param asked a name; {@code auto} looks for them, null takes none
   */
  public Optional<Watched> logits(@Nullable String asked) {
    if (asked == null) {
      return Optional.empty();
    }
    TensorFinder finder = finder();
    boolean auto = asked.equals(AUTO);
    if (!auto) {
      requireThere(finder, asked);
    }
    Optional<String> tensor = auto ? finder.logits() : Optional.of(asked);
    Optional<Watched> found =
        tensor.flatMap(
            name -> probe(Map.of(name, "logits of the classifier"), !auto).stream().findFirst());
    Optional<Watched> fitting =
        found.filter(logits -> logits.dimensions().length == 1 && logits.dimensions()[0] > 1);
    if (!auto && fitting.isEmpty()) {
      throw new DataException(
          "the tensor '%s' of %s has %s numbers a sample; logits are a row of two or more"
              .formatted(asked, model.place(), found.map(Watched::shape).orElse("no")));
    }
    return fitting;
  }

  private List<Watched> probe(Map<String, String> tensors) {
    return probe(tensors, true);
  }

  /**
   * @param strict whether a tensor that cannot be watched is refused, or left out
   */
  private List<Watched> probe(Map<String, String> tensors, boolean strict) {
    int count = input.oneByOne() ? 1 : 2;
    Set<String> hidden = new LinkedHashSet<>(tensors.keySet());
    hidden.remove(input.name());
    ModelProto all = withOutputs(hidden);
    List<Watched> watched = new ArrayList<>();
    try (Network network = Network.open(all.toByteArray(), model.place(), input, shape)) {
      Map<String, Network.Computed> computed =
          hidden.isEmpty() ? Map.of() : network.run(trials(count, shape), count, hidden);
      tensors.forEach(
          (tensor, meaning) -> {
            Network.Value value =
                tensor.equals(input.name()) ? network.input(count) : computed.get(tensor).value();
            @Nullable String wrong = wrong(value, count);
            if (wrong == null) {
              long[] sample = Arrays.copyOfRange(value.dimensions(), 1, value.dimensions().length);
              watched.add(new Watched(tensor, value.type(), sample, meaning));
            } else if (strict) {
              throw new DataException(
                  "the tensor '%s' of %s %s; watch another one"
                      .formatted(tensor, model.place(), wrong));
            }
          });
    }
    return watched;
  }

  private static @Nullable String wrong(Network.Value value, int count) {
    long[] dimensions = value.dimensions();
    if (dimensions.length == 0 || dimensions[0] != count) {
      return "has the shape %s for %d samples, so its first dimension is not the batch"
          .formatted(Arrays.toString(dimensions), count);
    }
    if (!Set.of("FLOAT", "FLOAT16", "DOUBLE", "BFLOAT16").contains(value.type())) {
      return "holds numbers of type %s".formatted(value.type());
    }
    Watched watched =
        new Watched("", value.type(), Arrays.copyOfRange(dimensions, 1, dimensions.length), "");
    return watched.width() > MOST_FEATURES
        ? "has %,d features, at most %,d can be watched".formatted(watched.width(), MOST_FEATURES)
        : null;
  }

  /** The model with further tensors as outputs. */
  ModelProto withOutputs(Set<String> tensors) {
    GraphProto.Builder graph = model.proto().getGraph().toBuilder();
    Set<String> there = Set.copyOf(model.outputs());
    tensors.stream()
        .filter(tensor -> !there.contains(tensor))
        .forEach(tensor -> graph.addOutput(ValueInfoProto.newBuilder().setName(tensor)));
    return model.proto().toBuilder().setGraph(graph).build();
  }
}
