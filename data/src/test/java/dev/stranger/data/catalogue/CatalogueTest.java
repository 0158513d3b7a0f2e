package dev.stranger.data.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueTest {

  @TempDir Path folder;

  private Catalogue catalogue() {
    return new Catalogue(new DataFolders(List.of(folder)));
  }

  private Dataset open(String data) {
    return catalogue().open(data, DataOptions.DEFAULT);
  }

  @Test
  void generatedSetsTakeKindsSizeAndSeed() {
    Dataset hearts = open("sprites:heart,size=20,seed=3");
    assertThat(hearts.size()).isEqualTo(20);
    assertThat(hearts.name()).isEqualTo("sprites:heart,size=20,seed=3");
    assertThat(hearts.labelled("heart").size()).isEqualTo(20);
    assertThat(open("sprites:grid,heart").size()).isEqualTo(245_760);
    assertThat(open("heartbeats:inverted-t,size=5").shape()).isEqualTo(Shape.of(1, 140));
    assertThat(open("sprites").size()).isEqualTo(10_000);
  }

  @Test
  void theSeedChoosesTheSamples() {
    float[] one = open("sprites:size=3,seed=1").inMemory().sample(2);
    float[] same = open("sprites:size=3,seed=1").inMemory().sample(2);
    float[] other = open("sprites:size=3,seed=2").inMemory().sample(2);
    assertThat(same).containsExactly(one);
    assertThat(other).isNotEqualTo(one);
  }

  @Test
  void wrongWordsAreNamedWithTheRightOnes() {
    assertThatThrownBy(() -> open("sprites:circle"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'circle'")
        .hasMessageContaining("square, ellipse, heart");
    assertThatThrownBy(() -> open("sprites:size=many"))
        .hasMessageContaining("'size=many' of sprites is not a whole number");
    assertThatThrownBy(() -> open("sprites:grid,size=5"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("sprites:grid is all of a grid and takes no size");
    assertThatThrownBy(() -> open("sprites:grid,seed=0")).hasMessageContaining("takes no seed");
    assertThatThrownBy(() -> open("fashion-mnist:dev"))
        .hasMessage("fashion-mnist has no part 'dev'; its parts are [train, test]");
    assertThatThrownBy(() -> open("fashon-mnist"))
        .hasMessageStartingWith("'fashon-mnist' is neither a file or folder nor a named set")
        .hasMessageContaining("fashion-mnist");
    assertThatThrownBy(() -> catalogue().set("imagenet")).hasMessageContaining("'imagenet'");
  }

  @Test
  void photographsAreReadFromTheBatchesThatAreHereAndTheNameSaysHowMany() throws IOException {
    Path cifar10 = Files.createDirectories(folder.resolve("cifar10"));
    assertThatThrownBy(() -> open("cifar10:train"))
        .hasMessageContaining("no cifar10/data_batch_1.bin")
        .hasMessageEndingWith("fetch cifar10 first");
    byte[] photograph = new byte[1 + 3 * 32 * 32];
    Files.write(cifar10.resolve("data_batch_2.bin"), photograph);
    assertThat(open("cifar10:train").name()).isEqualTo("cifar10:train (1 of 5 files)");
    for (int i : new int[] {1, 3, 4, 5}) {
      Files.write(cifar10.resolve("data_batch_" + i + ".bin"), photograph);
    }
    assertThat(open("cifar10:train").size()).isEqualTo(5);
    assertThat(open("cifar10:train").name()).isEqualTo("cifar10:train");
  }

  @Test
  void aSetThatIsNotHereSaysHowToFetchIt() {
    assertThatThrownBy(() -> open("mnist:test"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("mnist is not here: no mnist/t10k-images-idx3-ubyte.gz in")
        .hasMessageEndingWith("fetch mnist first")
        .extracting(e -> ((DataException) e).remedies())
        .isEqualTo(List.of(Remedy.FETCH));
  }

  @Test
  void pathsAreOpenedByTheirKind() throws IOException {
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n");
    Path series = Files.writeString(folder.resolve("x_TRAIN.tsv"), "1\t2\t3\n");
    assertThat(open(table.toString()).shape()).isEqualTo(Shape.of(2));
    assertThat(open(series.toString()).shape()).isEqualTo(Shape.of(1, 2));
    for (String name : new String[] {"x_train.csv", "x_TRAIN.csv", "x_test.tsv"}) {
      Path rows = Files.writeString(folder.resolve(name), "1\t2\t3\n");
      assertThat(open(rows.toString()).shape()).as(name).isEqualTo(Shape.of(3));
    }
    for (String name : new String[] {"x.bin.gz", "x.npz.gz"}) {
      Path packed = Files.writeString(folder.resolve(name), "x");
      assertThatThrownBy(() -> open(packed.toString()))
          .as(name)
          .hasMessageContaining("is of no known kind");
    }
    Path unknown = Files.writeString(folder.resolve("x.dat"), "x");
    assertThatThrownBy(() -> open(unknown.toString()))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("is of no known kind");
    assertThatThrownBy(() -> open(table + ":part")).hasMessageContaining("has no part 'part'");
  }

  @Test
  void foldersAreSearchedInTheirOrder() {
    Path given = Path.of("given");
    DataFolders all = DataFolders.standard(given, Map.of("STRANGER_DATA", "named"));
    assertThat(all.folders()).hasSize(3).startsWith(given, Path.of("named"));
    assertThat(DataFolders.standard(null, Map.of()).folders()).hasSize(1);
  }

  @Test
  void partsAreMarkedThatAreMeantWhenNoneIsNamed() {
    assertThat(catalogue().set("ecg5000").parts().stream().filter(NamedSet.Part::isDefault))
        .singleElement()
        .extracting(NamedSet.Part::name)
        .isEqualTo("train-normal");
    assertThat(catalogue().set("sprites").parts().stream().filter(NamedSet.Part::isDefault))
        .extracting(NamedSet.Part::name)
        .containsExactlyElementsOf(open("sprites").labelNames());
  }

  @Test
  void everySetSaysWhereItComesFrom() {
    for (NamedSet set : catalogue().sets()) {
      assertThat(set.summary()).as(set.name()).isNotBlank();
      assertThat(set.licence()).as(set.name()).isNotBlank();
      if (set instanceof FileSet files) {
        assertThat(files.parts()).as(set.name()).isNotEmpty();
        assertThat(files.downloads()).as(set.name()).isNotEmpty();
        assertThat(files.downloadsFor("")).isEqualTo(files.downloads());
      }
    }
  }
}
