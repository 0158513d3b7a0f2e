package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.catalogue.GeneratedSet.Wish;
import dev.stranger.data.catalogue.NamedSet.Part;
import dev.stranger.data.generate.HeartbeatKind;
import dev.stranger.data.generate.Heartbeats;
import dev.stranger.data.generate.Noise;
import dev.stranger.data.generate.SpriteShape;
import dev.stranger.data.generate.Sprites;
import dev.stranger.data.generate.Strokes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sets of the catalogue that need no file. */
final class GeneratedSets {

  private static final String GRID = "grid";

  private GeneratedSets() {}

  static GeneratedSet sprites() {
    List<Part> shapes =
        Arrays.stream(SpriteShape.values())
            .map(shape -> new Part(shape.label(), "a random sample of the grid", true))
            .toList();
    Part grid =
        new Part(
            GRID, "all 245,760 pictures a shape in the order of dSprites, as in grid,heart", false);
    return new GeneratedSet(
        "sprites",
        "squares, ellipses and hearts drawn with the geometry of dSprites, 64x64",
        Stream.concat(shapes.stream(), Stream.of(grid)).toList(),
        GeneratedSets::makeSprites);
  }

  private static Dataset makeSprites(Wish wish) {
    List<String> kinds = wish.kinds();
    Set<SpriteShape> shapes =
        kinds.stream()
            .filter(kind -> !kind.equals(GRID))
            .map(SpriteShape::parse)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(SpriteShape.class)));
    Set<SpriteShape> chosen = shapes.isEmpty() ? EnumSet.allOf(SpriteShape.class) : shapes;
    if (!kinds.contains(GRID)) {
      return Sprites.sample(chosen, wish.size(), wish.seed());
    }
    if (!wish.numbers().isEmpty()) {
      throw new DataException(
          "sprites:grid is all of a grid and takes no %s; leave that out, or leave out grid"
              .formatted(String.join(" or ", wish.numbers().keySet())));
    }
    return Sprites.grid(chosen);
  }

  static GeneratedSet heartbeats() {
    return new GeneratedSet(
        "heartbeats",
        "synthetic heartbeats of 140 steps, normal and abnormal",
        Arrays.stream(HeartbeatKind.values())
            .map(kind -> new Part(kind.label(), kind.summary(), kind == HeartbeatKind.NORMAL))
            .toList(),
        GeneratedSets::makeHeartbeats);
  }

  private static Dataset makeHeartbeats(Wish wish) {
    Set<HeartbeatKind> chosen =
        wish.kinds().isEmpty()
            ? EnumSet.of(HeartbeatKind.NORMAL)
            : wish.kinds().stream().map(HeartbeatKind::parse).collect(Collectors.toSet());
    return Heartbeats.sample(chosen, wish.size(), wish.seed());
  }

  static GeneratedSet strokes() {
    return new GeneratedSet(
        "strokes",
        "pen strokes that look like writing, 64x64",
        List.of(),
        wish -> Strokes.sample(wish.size(), noKinds("strokes", wish).seed()));
  }

  static GeneratedSet noise() {
    Shape shape = Shape.image(1, 64, 64);
    return new GeneratedSet(
        "noise",
        "independent grey levels, 64x64",
        List.of(),
        wish -> Noise.sample(shape, wish.size(), noKinds("noise", wish).seed()));
  }

  private static Wish noKinds(String set, Wish wish) {
    if (!wish.kinds().isEmpty()) {
      throw new DataException(
          "%s has no part '%s'; write it as in %s:size=2000,seed=1"
              .formatted(set, wish.kinds().get(0), set));
    }
    return wish;
  }
}
