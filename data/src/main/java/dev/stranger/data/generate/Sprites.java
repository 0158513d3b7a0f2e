package dev.stranger.data.generate;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * White shapes on black, 64 x 64, as in dSprites (Matthey et al., 2017): every combination of 6
 * scales, 40 orientations, 32 columns and 32 rows for each of three {@linkplain SpriteShape
 * shapes}.
 *
 * <p>The geometry is dSprites' own; squares and ellipses come out as there up to a pixel now and
 * then, hearts differ in one or two pixels, at most ten. A sprite takes a few microseconds to draw
 * and no memory is kept. The sets are immutable and thread-safe.
 */
public final class Sprites {

  private Sprites() {}

  /**
   * All sprites with these shapes, in the order of dSprites: shape, scale, orientation, column,
   * row; the row changes fastest.
   *
   * @throws DataException when no shape is given
   */
  public static Dataset grid(Set<SpriteShape> shapes) {
    SpriteGrid grid = SpriteGrid.of(shapes);
    return dataset(grid, "sprites:" + grid.name(), grid.size(), index -> index);
  }

  /**
   * Sprites with these shapes drawn at random, with repetition. Sample {@code i} depends only on
   * the shapes, the seed and {@code i}: a small set is the beginning of a larger one.
   *
   * @throws DataException when no shape is given or the size is not positive
   */
  public static Dataset sample(Set<SpriteShape> shapes, long size, long seed) {
    SpriteGrid grid = SpriteGrid.of(shapes);
    RandomStreams streams = RandomStreams.of(seed, grid.shapes());
    String name = "sprites:%s,size=%d,seed=%d".formatted(grid.name(), size, seed);
    return dataset(
        grid,
        name,
        Sizes.positive("sprites", size),
        index -> streams.at(index).nextLong(grid.size()));
  }

  private static Dataset dataset(
      SpriteGrid grid, String name, long size, LongUnaryOperator cellOf) {
    Header header =
        new Header(
            name,
            Shape.image(1, SpritePen.SIDE, SpritePen.SIDE),
            Range.GREY_LEVELS,
            size,
            Labels.of(SpriteShape.values()));
    return new GeneratedDataset(header, () -> maker(grid, cellOf));
  }

  private static SampleMaker maker(SpriteGrid grid, LongUnaryOperator cellOf) {
    SpritePen pen = new SpritePen();
    return (index, target, offset) -> grid.draw(cellOf.applyAsLong(index), pen, target, offset);
  }
}
