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
    return loans.take(number -> true, () -> turn++ % SIZE).orElseThrow();
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

  /** Else every training would leave the memory of libraries behind in another queue. */
  @Test
  void usedOnesAreLentAgainFirst() {
    int first = take();
    int second = take();
    loans.giveBack(first);
    loans.giveBack(second);
    for (int i = 0; i < 10 * SIZE; i++) {
      int again = take();
      assertThat(again).isEqualTo(second);
      loans.giveBack(again);
    }
    assertThat(loans.take(number -> number == first, () -> turn++)).contains(first);
  }

  @Test
  void whatIsGivenBackTwiceIsLentOnce() {
    int mine = take();
    loans.giveBack(mine);
    loans.giveBack(mine);
    assertThat(take()).isEqualTo(mine);
    assertThat(take()).isNotEqualTo(mine);
  }

  @Test
  void allCanBeTakenAndNoMore() {
    Stream<Integer> all = IntStream.range(0, SIZE).mapToObj(i -> take());
    assertThat(all).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(loans.take(number -> true, () -> turn++ % SIZE)).isEmpty();
    loans.giveBack(2);
    assertThat(take()).isEqualTo(2);
  }
}
