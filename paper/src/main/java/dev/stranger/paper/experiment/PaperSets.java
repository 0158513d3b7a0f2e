package dev.stranger.paper.experiment;

import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.prepare.Preparation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sets of the paper, prepared as it says: images of 28 x 28 grey values, series as they are.
 * Photographs keep their size and colours.
 */
final class PaperSets {

  /** What stands in for normal images. */
  static final String GARMENTS = "fashion-mnist";

  static final String HEARTBEATS = "ecg5000";

  /** The sets of strangers of Table 1, in its order, and where the catalogue has them. */
  static final List<String> STRANGERS = List.of("mnist", "dsprites", "svhn", "cifar10");

  static final String PHOTOGRAPHS = "cifar10";

  /** The sets that photographs are compared with. */
  static final List<String> PHOTOGRAPH_STRANGERS = List.of("svhn", GARMENTS, "mnist");

  static final Shape IMAGE = Shape.image(1, 28, 28);
  private static final Shape PHOTOGRAPH = Shape.image(3, 32, 32);
  static final Shape HEARTBEAT = Shape.of(1, 140);

  private static final Map<String, String> PARTS =
      Map.of(
          "mnist",
          "mnist:test",
          "dsprites",
          "dsprites",
          "svhn",
          "svhn:test",
          "cifar10",
          "cifar10:test",
          GARMENTS,
          GARMENTS + ":test");

  /** Where a copy may have a part of what was published; everyone has the others whole. */
  private static final Map<String, Long> PUBLISHED_SIZES =
      Map.of("svhn:test", 26_032L, "cifar10:train", 50_000L);

  /**
   * At most so many samples of a set: one may be judged in part, and be learnt from as a whole.
   *
   * @param shape of prepared images, null for what is no image
   */
  private record Wanted(String data, long most, @Nullable Shape shape) {

    Dataset prepared(Dataset samples) {
      return shape == null ? samples : Preparation.toFit(samples, shape, Range.UNIT);
    }
  }

  private final Catalogue catalogue;
  private final Effort effort;
  private final Map<Wanted, PaperSet> opened = new HashMap<>();

  PaperSets(Catalogue catalogue, Effort effort) {
    this.catalogue = catalogue;
    this.effort = effort;
  }

  PaperSet trainingGarments() {
    return images(GARMENTS, GARMENTS + ":train", effort.trainingImages());
  }

  /** Normal images that no model has learnt from. */
  PaperSet testGarments() {
    return images(GARMENTS, GARMENTS + ":test", effort.judged());
  }

  /** Digits to mix into the garments; none of them is judged. */
  PaperSet outliers() {
    return images("mnist", "mnist:train", effort.trainingImages());
  }

  /** A set of strangers by its name in Table 1. */
  PaperSet strangers(String name) {
    return images(name, PARTS.getOrDefault(name, name), effort.judged());
  }

  /** Strangers to learn from, as the catalogue opens them. */
  PaperSet auxiliary(String data) {
    return images(data, data, effort.trainingImages());
  }

  PaperSet heartbeats(String part) {
    String name = HEARTBEATS + ":" + part;
    return set(name, new Wanted(name, effort.judged(), null));
  }

  PaperSet trainingPhotographs() {
    String train = PHOTOGRAPHS + ":train";
    return photographs(train, train, effort.trainingImages());
  }

  PaperSet testPhotographs() {
    return photographStrangers(PHOTOGRAPHS);
  }

  /** A set of {@link #PHOTOGRAPH_STRANGERS} as photographs. */
  PaperSet photographStrangers(String name) {
    return photographs(name, PARTS.get(name), effort.judged());
  }

  private PaperSet photographs(String name, String data, long most) {
    return set(name, new Wanted(data, most, PHOTOGRAPH));
  }

  private PaperSet images(String name, String data, long most) {
    return set(name, new Wanted(data, most, IMAGE));
  }

  private PaperSet set(String name, Wanted wanted) {
    return opened.computeIfAbsent(
        wanted,
        key -> {
          Dataset all = catalogue.open(wanted.data(), DataOptions.DEFAULT);
          long published = PUBLISHED_SIZES.getOrDefault(wanted.data(), all.size());
          return PaperSet.of(name, all, wanted.most(), published, wanted::prepared);
        });
  }

  /** The files that these were read from; reads them again. */
  Map<String, DataFileSums.Sum> fileSums() {
    return new DataFileSums(catalogue).of(identities().keySet());
  }

  /** What sets that were opened lack. */
  List<String> shortfalls() {
    return opened.values().stream()
        .flatMap(set -> set.shortfall().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** What each set that was opened is. */
  Map<String, String> identities() {
    Map<String, String> identities = new TreeMap<>();
    opened.forEach(
        (wanted, set) ->
            identities.merge(
                wanted.data(),
                set.description(),
                (one, other) -> one.equals(other) ? one : one + "; and " + other));
    return identities;
  }
}
