package dev.stranger.train.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.MemoryDataset;
import dev.stranger.Shape;
import dev.stranger.score.Tiles;
import dev.stranger.train.TestData;
import dev.stranger.train.loop.TrainListener;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FeatureReaderTest {

  private static final TestNetwork CNN = new TestNetwork("cnn-13");
  private static final WatchedNetwork NETWORK =
      WatchedNetwork.of(CNN.model(), CNN.input(), Shape.image(1, 28, 28));

  private static FeatureReader ofPlaces(@Nullable Tiles tiles) {
    List<Watched> maps = NETWORK.maps(List.of("/Relu_1_output_0"));
    return new FeatureReader(NETWORK, maps, null, FeatureReader.gridOf(maps), tiles);
  }

  private static FeatureReader ofWhole(@Nullable Tiles tiles) {
    return new FeatureReader(NETWORK, NETWORK.features(List.of()), null, null, tiles);
  }

  private static void requireAsManyRowsAsSaid(FeatureReader reader, MemoryDataset samples) {
    BitSet fit = new BitSet();
    fit.set(0, (int) samples.size() - 2);
    FeatureRows rows = reader.read(samples, fit, 1, TrainListener.NONE);
    assertThat(rows.size()).isEqualTo(reader.rowsOf(fit.cardinality()));
  }

  @Test
  void theRowsOfSamplesAreKnownBeforeTheyAreRead() {
    MemoryDataset samples = TestNetwork.strokes(20, 1);
    requireAsManyRowsAsSaid(ofWhole(null), samples);
    requireAsManyRowsAsSaid(ofPlaces(null), samples);
    MemoryDataset large = TestData.images("strokes:size=12", 64).inMemory();
    Tiles tiles = new Tiles(large.shape(), Shape.image(1, 28, 28), 0.2);
    requireAsManyRowsAsSaid(ofWhole(tiles), large);
    requireAsManyRowsAsSaid(ofPlaces(tiles), large);
  }

  /** So that memory does not grow with the places of a picture. */
  @Test
  void noMoreRowsAreKeptThanThereAreSamplesOrFiftyThousand() {
    assertThat(ofWhole(null).rowsOf(1_000_000)).isEqualTo(1_000_000);
    assertThat(ofPlaces(null).rowsOf(1_000_000)).isEqualTo(1_000_000);
    assertThat(ofPlaces(null).rowsOf(1000)).isEqualTo(50_000);
    assertThat(ofPlaces(null).rowsOf(2)).isEqualTo(2 * 14 * 14);
  }
}
