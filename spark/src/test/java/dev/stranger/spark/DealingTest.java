package dev.stranger.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DealingTest {

  @Test
  void everyRowHasAPlaceOfItsOwn() {
    for (long rows : new long[] {1, 2, 3, 4, 5, 16, 17, 1000, 65536, 65537}) {
      Dealing dealing = new Dealing(rows, 0, 1, 7);
      BitSet places = new BitSet();
      LongStream.range(0, rows).forEach(row -> places.set((int) dealing.place(row)));
      assertThat(places.cardinality()).as("%d rows", rows).isEqualTo((int) rows);
      assertThat(places.length()).isEqualTo((int) rows);
    }
  }

  @Test
  void ranksGetAsManyRowsAndTheFirstOneThoseThatAreHeldOut() {
    Dealing dealing = new Dealing(1003, 100, 4, 1);
    long[] rows = new long[4];
    long heldOut = 0;
    for (long position = 0; position < 1003; position++) {
      long place = dealing.place(position);
      rows[dealing.rank(place)] += dealing.isHeldOut(place) ? 0 : 1;
      heldOut += dealing.isHeldOut(place) && dealing.rank(place) == 0 ? 1 : 0;
    }
    assertThat(heldOut).isEqualTo(100);
    assertThat(rows).containsExactly(226, 226, 226, 225);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(dealing.rowsOf(rank)).isEqualTo(rows[rank]);
    }
  }

  /** Four standard deviations of counts that are as random as they can be. */
  @Test
  void whatIsHeldOutIsSpreadEvenlyWhateverTheOrderOfRows() {
    int rows = 100_000;
    for (long seed = 0; seed < 5; seed++) {
      Dealing dealing = new Dealing(rows, rows / 10, 2, seed);
      for (int part = 0; part < 10; part++) { // also of every second row, and the like
        int start = part;
        long inStretch =
            LongStream.range(part * 10_000L, (part + 1) * 10_000L)
                .filter(row -> dealing.isHeldOut(dealing.place(row)))
                .count();
        long inStride =
            LongStream.range(0, rows / 10)
                .filter(i -> dealing.isHeldOut(dealing.place(10 * i + start)))
                .count();
        Offset<Double> close = Offset.offset(4 * Math.sqrt(10_000 * 0.1 * 0.9));
        assertThat((double) inStretch).as("seed %d, stretch %d", seed, part).isCloseTo(1000, close);
        assertThat((double) inStride).as("seed %d, stride %d", seed, part).isCloseTo(1000, close);
      }
    }
  }

  @Test
  void anotherSeedDealsDifferently() {
    Dealing one = new Dealing(1000, 100, 2, 1);
    Dealing other = new Dealing(1000, 100, 2, 2);
    long same = LongStream.range(0, 1000).filter(i -> one.place(i) == other.place(i)).count();
    assertThat(same).isLessThan(10);
  }
}
