package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stranger.ColumnReason;
import dev.stranger.IndexedDataset;
import dev.stranger.MemoryDataset;
import dev.stranger.data.DataFiles;
import dev.stranger.data.DataOptions;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import dev.stranger.train.ColumnFaults.Fault;
import dev.stranger.train.ColumnFaults.Found;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Explanations name the column that has a fault. Prints the table of docs/explanations.md. */
@Tag("slow")
class ColumnFaultsTest {

  /** Exchanging a value with one that fits as well leaves open which column is wrong. */
  private static final Set<Fault> CLEAR = Set.of(Fault.SHIFT, Fault.UNSEEN, Fault.GAP);

  private static void requireNamed(MemoryDataset learned, MemoryDataset clean, Set<Fault> faults) {
    TrainOptions options = TrainOptions.DEFAULT.withDevice("cpu");
    try (Detector detector = Trainer.fit(learned, options, TrainListener.NONE).open()) {
      ColumnFaults trial = new ColumnFaults(detector, learned, clean);
      System.out.printf("%s, two shifts: %s%n", learned.name(), trial.ofTwoShifts());
      for (Fault fault : Fault.values()) {
        Found found = trial.of(fault);
        System.out.printf("%s, %s: %s%n", learned.name(), fault, found);
        if (faults.contains(fault)) {
          assertThat(found.firstShare()).as("%s first", fault).isGreaterThanOrEqualTo(0.8);
          assertThat(found.amongThreeShare()).as("%s, three", fault).isGreaterThanOrEqualTo(0.95);
        }
      }
    }
  }

  @Test
  void everyFaultInARowOfDependentColumnsIsNamed() {
    requireNamed(ShopTable.of(3000, 1), ShopTable.of(1500, 2), Set.of(Fault.values()));
  }

  /** Product and amount, country and currency tell each other: which one was swapped is open. */
  @Test
  void clearFaultsAreNamedWhereColumnsTellEachOther() {
    requireNamed(MixedTable.of(2000, 1), MixedTable.of(1000, 2), CLEAR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aloi",
        "breastw",
        "cardio",
        "donors",
        "glass",
        "mammography",
        "pageblocks",
        "pima",
        "thyroid",
        "vowels",
        "wbc"
      })
  void clearFaultsInRealTablesAreNamed(String name) {
    assumeTrue(System.getenv("STRANGER_DATA") != null, "STRANGER_DATA is not set");
    requireNamed(real(name, "train"), real(name, "normal"), CLEAR);
  }

  private static MemoryDataset real(String name, String part) {
    Path file = Path.of(System.getenv("STRANGER_DATA"), "tables", name + ".npz");
    IndexedDataset data = DataFiles.open(file, part, DataOptions.DEFAULT).inMemory();
    float[][] rows =
        IntStream.range(0, (int) data.size()).mapToObj(data::sample).toArray(float[][]::new);
    List<String> names =
        IntStream.rangeClosed(1, data.shape().size()).mapToObj(i -> "c" + i).toList();
    return MemoryDataset.of(name, Column.numbers(names), rows);
  }

  @Test
  void sharesAddUpToOneAndTheLargestComesFirst() {
    TrainOptions options = TestData.tiny(10);
    try (Detector detector =
        Trainer.fit(MixedTable.of(800, 1), options, TrainListener.NONE).open()) {
      MemoryDataset rows = MixedTable.of(50, 2);
      for (int i = 0; i < 50; i++) {
        List<ColumnReason> columns = detector.explain(rows.sample(i)).columns();
        double sum = columns.stream().mapToDouble(ColumnReason::share).sum();
        assertThat(sum).as("row %d", i).isBetween(columns.isEmpty() ? 0 : 1 - 1e-9, 1 + 1e-9);
        assertThat(columns).isSortedAccordingTo((a, b) -> Double.compare(b.share(), a.share()));
      }
    }
  }
}
