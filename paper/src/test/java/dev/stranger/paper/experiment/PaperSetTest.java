package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperSetTest {

  /** 10 images of 64 x 64 floats. */
  private static final Dataset SPRITES =
      new Catalogue(DataFolders.standard(null, Map.of()))
          .open("sprites:size=10", DataOptions.DEFAULT);

  private static final long BYTES = 10 * 64 * 64 * 4;

  @Test
  void aSetIsReadOnceWhenItTakesAQuarterOfTheMemoryAtMost() {
    assertThat(PaperSet.kept(SPRITES, 4 * BYTES)).isInstanceOf(MemoryDataset.class);
    assertThat(PaperSet.kept(SPRITES, 4 * BYTES - 1)).isSameAs(SPRITES);
  }
}
