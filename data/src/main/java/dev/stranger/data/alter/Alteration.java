package dev.stranger.data.alter;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A way to make a stranger of a normal sample, which keeps its shape and range. Some samples remain
 * normal all the same: a mirrored ball is a ball. What the darkest and the brightest value are is
 * taken from the range of the set, or from the sample itself where no range is known. Costs a few
 * passes over the values of a sample when it is read. Immutable and thread-safe.
 */
public enum Alteration {
  MIRRORED("mirrored", Kind.IMAGE, (sample, random) -> ImageMoves.mirrored(sample)),
  UPSIDE_DOWN("upside down", Kind.IMAGE, (sample, random) -> ImageMoves.upsideDown(sample)),
  /** To the left, as is the next one. */
  TURNED_90("turned 90", Kind.SQUARE_IMAGE, (sample, random) -> ImageMoves.turned(sample)),
  TURNED_30("turned 30", Kind.IMAGE, (sample, random) -> Rotation.of(sample, 30)),
  NOISY("noisy", Kind.IMAGE, Levels::noisy),
  BLURRED("blurred", Kind.IMAGE, (sample, random) -> Blur.of(sample)),
  COVERED("covered", Kind.IMAGE, Cover::of),
  QUADRANTS_SHUFFLED("quadrants shuffled", Kind.IMAGE, ImageMoves::quadrantsShuffled),
  LESS_CONTRAST("less contrast", Kind.IMAGE, (sample, random) -> Levels.lessContrast(sample)),
  INVERTED("inverted", Kind.IMAGE, (sample, random) -> Levels.inverted(sample)),

  SERIES_REVERSED("reversed", Kind.SERIES, (sample, random) -> SeriesChanges.reversed(sample)),
  SERIES_UPSIDE_DOWN(
      "upside down", Kind.SERIES, (sample, random) -> SeriesChanges.upsideDown(sample)),
  SERIES_NOISY("noisy", Kind.SERIES, SeriesChanges::noisy),
  SERIES_SMOOTHED("smoothed", Kind.SERIES, (sample, random) -> SeriesChanges.smoothed(sample)),
  SERIES_STUCK("stuck for a while", Kind.SERIES, SeriesChanges::stuck),
  SERIES_SWAPPED(
      "halves swapped", Kind.SERIES, (sample, random) -> SeriesChanges.halvesSwapped(sample)),
  SERIES_DOUBLED("doubled", Kind.SERIES, (sample, random) -> SeriesChanges.doubled(sample)),

  ROW_SHUFFLED("columns shuffled", Kind.ROW, RowChanges::shuffled),
  ROW_SWAPPED("two values swapped", Kind.ROW, RowChanges::twoSwapped),
  ROW_TENFOLD("one value tenfold", Kind.ROW, RowChanges::oneTenfold);

  private final String title;
  private final Kind kind;
  private final Change change;

  Alteration(String title, Kind kind, Change change) {
    this.title = title;
    this.kind = kind;
    this.change = change;
  }

  /** What it does to a sample, in plain words. */
  public String title() {
    return title;
  }

  /** Whether samples of this shape can be altered so. */
  public boolean suits(Shape shape) {
    return kind.has(shape);
  }

  /**
   * The samples of {@code normal}, each altered when it is read; the set is called after both.
   *
   * @param seed of whatever is left to chance; the same sample is altered alike in every pass,
   *     order and part of the set
   * @throws DataException when the samples have a shape that this does not suit
   */
  public Dataset of(Dataset normal, long seed) {
    return normal.map(new Altered(this, normal.range(), seed));
  }

  /**
   * One set for every alteration that suits {@code normal}.
   *
   * @throws DataException when none does
   */
  public static List<Dataset> all(Dataset normal, long seed) {
    List<Dataset> sets =
        Arrays.stream(values())
            .filter(alteration -> alteration.suits(normal.shape()))
            .map(alteration -> alteration.of(normal, seed))
            .toList();
    if (sets.isEmpty()) {
      throw new DataException(
          "no strangers can be made of %s, its samples are %s; give sets of strangers"
              .formatted(normal.name(), normal.shape()));
    }
    return sets;
  }

  float[] alter(Sample sample, UniformRandomProvider random) {
    return change.of(sample, random);
  }
}
