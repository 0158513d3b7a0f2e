package dev.stranger.data.catalogue;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
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
            .map(shape -> new Part(shape.label(), "a random sample of the grid"))
            .toList();
    Part grid =
        new Part(GRID, "all 245,760 pictures a shape in the order of dSprites, as in grid,heart");
    return new GeneratedSet(
        "sprites",
        "squares, ellipses and hearts drawn with the geometry of dSprites, 64x64",
        Stream.concat(shapes.stream(), Stream.of(grid)).toList(),
        GeneratedSets::makeSprites);
  }

  private static Dataset makeSprites(List<String> kinds, long size, long seed) {
    Set<SpriteShape> shapes =
        kinds.stream()
            .filter(kind -> !kind.equals(GRID))
            .map(SpriteShape::parse)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(SpriteShape.class)));
    Set<SpriteShape> chosen = shapes.isEmpty() ? EnumSet.allOf(SpriteShape.class) : shapes;
    return kinds.contains(GRID) ? Sprites.grid(chosen) : Sprites.sample(chosen, size, seed);
  }

  static GeneratedSet heartbeats() {
    return new GeneratedSet(
        "heartbeats",
        "synthetic heartbeats of 140 steps, normal and abnormal",
        Arrays.stream(HeartbeatKind.values())
            .map(kind -> new Part(kind.label(), kind.summary()))
            .toList(),
        GeneratedSets::makeHeartbeats);
  }

  private static Dataset makeHeartbeats(List<String> kinds, long size, long seed) {
    Set<HeartbeatKind> chosen =
        kinds.isEmpty()
            ? EnumSet.of(HeartbeatKind.NORMAL)
            : kinds.stream().map(HeartbeatKind::parse).collect(Collectors.toSet());
    return Heartbeats.sample(chosen, size, seed);
  }

  static GeneratedSet strokes() {
    return new GeneratedSet(
        "strokes",
        "pen strokes that look like writing, 64x64",
        List.of(),
        (kinds, size, seed) -> Strokes.sample(size, noKinds("strokes", kinds, seed)));
  }

  static GeneratedSet noise() {
    Shape shape = Shape.image(1, 64, 64);
    return new GeneratedSet(
        "noise",
        "independent grey levels, 64x64",
        List.of(),
        (kinds, size, seed) -> Noise.sample(shape, size, noKinds("noise", kinds, seed)));
  }

  private static long noKinds(String set, List<String> kinds, long seed) {
    if (!kinds.isEmpty()) {
      throw new DataException(
          "%s has no part '%s'; write it as in %s:size=2000,seed=1"
              .formatted(set, kinds.get(0), set));
    }
    return seed;
  }
}
