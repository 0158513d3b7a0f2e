package dev.stranger.score;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges pictures that are larger than the input of their network by all of their tiles. A picture
 * is as strange as its strangest tile: score and parts are those of that tile, the p-value is the
 * smallest one, energies are the largest ones, and maps are laid over each other. A p-value counts
 * the held-out pictures whose strangest tile scores as high.
 */
final class TiledEngine implements Engine {

  private final Engine engine;
  private final Tiles tiles;
  private final GraphFacts facts;

  TiledEngine(Engine engine, Tiles tiles) {
    this.engine = engine;
    this.tiles = tiles;
    Map<String, long[]> outputs = new LinkedHashMap<>(engine.facts().outputs());
    outputs.computeIfPresent(
        Answers.MAP,
        (name, own) -> new long[] {-1, tiles.picture().height(), tiles.picture().width()});
    this.facts = new GraphFacts(engine.facts().properties(), engine.facts().inputs(), outputs);
  }

  @Override
  public GraphFacts facts() {
    return facts;
  }

  @Override
  public int batchSize() {
    return Math.max(1, engine.batchSize() / tiles.count());
  }

  @Override
  public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
    List<Map<String, float[]>> pictures = new ArrayList<>();
    int size = tiles.picture().size();
    for (int i = 0; i < count; i++) {
      float[] sample = new float[size];
      samples.get(samples.position() + i * size, sample);
      pictures.add(picture(sample, outputs));
    }
    return FloatArrays.joined(pictures, outputs);
  }

  private Map<String, float[]> picture(float[] sample, Set<String> outputs) {
    Set<String> needed = new HashSet<>(outputs);
    needed.add(Answers.SCORE);
    Map<String, float[]> ofTiles = run(tiles.of(sample), needed);
    int strangest = strangest(ofTiles.get(Answers.SCORE));
    Map<String, float[]> picture = new HashMap<>();
    for (String output : outputs) {
      float[] all = ofTiles.get(output);
      picture.put(
          output,
          switch (output) {
            case Answers.P_VALUE -> new float[] {smallest(all)};
            case Answers.MAP -> map(all);
            case Answers.ENERGIES -> largest(all);
            default -> {
              int width = all.length / tiles.count();
              yield Arrays.copyOfRange(all, strangest * width, (strangest + 1) * width);
            }
          });
    }
    return picture;
  }

  /** The graph may take fewer tiles at a time than a picture has. */
  private Map<String, float[]> run(float[] values, Set<String> outputs) {
    List<Map<String, float[]>> runs = new ArrayList<>();
    int size = tiles.tile().size();
    for (int from = 0; from < tiles.count(); from += engine.batchSize()) {
      int some = Math.min(engine.batchSize(), tiles.count() - from);
      FloatBuffer samples = FloatBuffer.wrap(values, from * size, some * size).slice();
      runs.add(engine.run(samples, some, outputs));
    }
    return FloatArrays.joined(runs, outputs);
  }

  /** What is no number is stranger than any. */
  private static int strangest(float[] scores) {
    int strangest = 0;
    for (int i = 1; i < scores.length; i++) {
      strangest = Float.compare(scores[i], scores[strangest]) > 0 ? i : strangest;
    }
    return strangest;
  }

  /** A p-value that is no number remains one, and is refused later. */
  private static float smallest(float[] pValues) {
    float smallest = pValues[0];
    for (float value : pValues) {
      smallest = Math.min(smallest, value);
    }
    return smallest;
  }

  private float[] largest(float[] energies) {
    int width = energies.length / tiles.count();
    float[] largest = Arrays.copyOf(energies, width);
    for (int i = width; i < energies.length; i++) {
      largest[i % width] = Math.max(largest[i % width], energies[i]);
    }
    return largest;
  }

  /**
   * Where tiles overlap, the one counts more whose edge is farther away: networks fill the outside
   * of a tile with zeros, so all edges look strange.
   */
  private float[] map(float[] all) {
    int height = tiles.tile().height();
    int width = tiles.tile().width();
    double[] sums = new double[tiles.picture().height() * tiles.picture().width()];
    double[] weights = new double[sums.length];
    for (int i = 0; i < all.length; i++) {
      int number = i / (height * width);
      int y = i / width % height;
      int x = i % width;
      int at = (tiles.top(number) + y) * tiles.picture().width() + tiles.left(number) + x;
      double weight = 1.0 + Math.min(Math.min(y, height - 1 - y), Math.min(x, width - 1 - x));
      sums[at] += weight * all[i];
      weights[at] += weight;
    }
    float[] map = new float[sums.length];
    for (int i = 0; i < map.length; i++) {
      map[i] = (float) (sums[i] / weights[i]);
    }
    return map;
  }

  @Override
  public void close() {
    engine.close();
  }
}
