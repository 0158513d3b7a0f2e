package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoansTest {

  private static final int SIZE = 4;

  private final Loans<Integer> loans = new Loans<>(SIZE, number -> number);
  private int turn;

  private int take() {
    return loans.take(() -> turn++ % SIZE).orElseThrow();
  }

  /** One is kept while the pool goes round and round. */
  @Test
  void nobodyGetsWhatAnotherHas() {
    int mine = take();
    for (int i = 0; i < 10 * SIZE; i++) {
      int other = take();
      assertThat(other).isNotEqualTo(mine);
      loans.giveBack(other);
    }
    assertThat(loans.isTaken(mine)).isTrue();
  }

  @Test
  void allCanBeTakenAndNoMore() {
    Stream<Integer> all = IntStream.range(0, SIZE).mapToObj(i -> take());
    assertThat(all).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(loans.take(() -> turn++ % SIZE)).isEmpty();
    loans.giveBack(2);
    assertThat(take()).isEqualTo(2);
  }
}
