package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.DeviceException;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class RanksTest {

  private static final Compute CPU = Compute.on("cpu");

  @Test
  void tensorsAreAddedUpHoweverTheyLie() {
    List<List<float[]>> sums = Together.run(3, RanksTest::summed);
    assertThat(sums.get(0).get(0)).containsExactly(3, 6, 9, 12, 15, 18);
    assertThat(sums.get(0).get(1)).containsExactly(6);
    for (List<float[]> other : sums) {
      assertThat(other.get(0)).containsExactly(sums.get(0).get(0));
      assertThat(other.get(1)).containsExactly(6);
    }
  }

  private static List<float[]> summed(Ranks ranks) {
    try (PointerScope scope = new PointerScope()) {
      Tensor turned = CPU.of(new float[] {1, 4, 2, 5, 3, 6}, 3, 2).t();
      Tensor number = CPU.filled(1 + ranks.rank());
      ranks.sum(List.of(turned, number));
      return List.of(Compute.floats(turned), Compute.floats(number));
    }
  }

  @Test
  void numbersAreAddedUpGatheredAndCompared() {
    List<double[]> sums = Together.run(2, ranks -> ranks.sum(1e15 + ranks.rank(), 0.5));
    assertThat(sums).allSatisfy(sum -> assertThat(sum).containsExactly(2e15 + 1, 1));
    List<double[]> all = Together.run(2, ranks -> ranks.gather(ranks.rank(), 7));
    assertThat(all).allSatisfy(row -> assertThat(row).containsExactly(0, 7, 1, 7));
    assertThat(Together.run(3, ranks -> ranks.least(9 - ranks.rank()))).containsOnly(7);
    assertThat(Together.run(2, ranks -> ranks.all(ranks.isFirst()))).containsOnly(false);
    assertThat(Together.run(2, ranks -> ranks.all(true))).containsOnly(true);
  }

  @Test
  void allGetWhatTheFirstOneHas() {
    List<float[]> shared =
        Together.run(
            2,
            ranks -> {
              try (PointerScope scope = new PointerScope()) {
                Tensor values = CPU.filled(5 - ranks.rank(), 3);
                ranks.share(List.of(values));
                return Compute.floats(values);
              }
            });
    assertThat(shared).allSatisfy(values -> assertThat(values).containsExactly(5, 5, 5));
  }

  @Test
  void bytesOfTheFirstOneAreSharedAndNumbersOfAllJoined() {
    List<byte[]> bytes =
        Together.run(2, ranks -> ranks.share(new byte[] {(byte) -ranks.size(), 1, 2}));
    assertThat(bytes).allSatisfy(some -> assertThat(some).containsExactly(-2, 1, 2));
    assertThat(Together.run(2, ranks -> ranks.share(new byte[ranks.isFirst() ? 3 : 0]).length))
        .containsOnly(3);
    float[][] own = {{1, 2}, {}, {3, 4, 5}};
    List<float[]> joined = Together.run(3, ranks -> ranks.join(own[ranks.rank()]));
    assertThat(joined).allSatisfy(all -> assertThat(all).containsExactly(1, 2, 3, 4, 5));
  }

  @Test
  void allStopBehindTheSameSum() {
    List<Integer> stopped =
        Together.run(
            2,
            ranks -> {
              int step = 0;
              do {
                ranks.sum(1);
                step++;
              } while (!ranks.agreeToStop(ranks.rank() == 1 && step == 3));
              return step;
            });
    assertThat(stopped).containsExactly(4, 4); // the others hear of it with the next sum
  }

  @Test
  void aloneNothingChangesAndNothingIsKept() {
    assertThat(Ranks.ALONE.sum(3, 4)).containsExactly(3, 4);
    assertThat(Ranks.ALONE.gather(3)).containsExactly(3);
    assertThat(Ranks.ALONE.least(3)).isEqualTo(3);
    assertThat(Ranks.ALONE.agreeToStop(true)).isTrue();
    assertThat(Ranks.ALONE.agreeToStop(false)).isFalse();
    Ranks.ALONE.close();
  }

  @Test
  void whoeverWaitsForARankThatGaveUpHearsWhy() {
    List<CompletableFuture<double[]>> both =
        Together.attempt(
            2,
            ranks -> {
              if (ranks.rank() == 1) {
                DataException why = new DataException("sample 3 has the value NaN; remove it");
                ranks.giveUp(why);
                throw why;
              }
              return ranks.sum(1);
            });
    assertThat(Together.failure(both.get(0)))
        .isInstanceOf(DataException.class)
        .hasMessage("rank 1 of 2 failed: sample 3 has the value NaN; remove it");
    assertThat(Together.failure(both.get(1))).hasMessageStartingWith("sample 3");
  }

  @Test
  void theFirstOneIsHeardTooWhenItGivesUp() {
    List<CompletableFuture<double[]>> both =
        Together.attempt(
            2,
            ranks -> {
              if (ranks.isFirst()) {
                ranks.giveUp(new DataException("no room"));
                throw new DataException("no room");
              }
              return ranks.sum(1);
            });
    assertThat(Together.failure(both.get(1))).hasMessage("rank 0 of 2 failed: no room");
  }

  /** A process that is killed says nothing, but its connections end. */
  @Test
  void aRankWhoseProcessDiesIsMissedSoon() throws IOException {
    try (MeetingPoint place = MeetingPoint.open(Together.HOST, Together.TIMEOUT)) {
      Process other = new ProcessBuilder(dying(place.address())).inheritIO().start();
      try (Ranks ranks = place.join(0, 2, Together.HOST)) {
        assertThat(ranks.sum(1)).containsExactly(2);
        long start = System.nanoTime();
        assertThatThrownBy(() -> ranks.sum(1))
            .isInstanceOf(DeviceException.class)
            .hasMessageMatching("rank 0 of 2 lost another one \\([^\\n]*\\); train again, .*");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Together.TIMEOUT);
      } finally {
        other.destroyForcibly();
      }
    }
  }

  private static List<String> dying(String address) {
    String java = String.join(File.separator, System.getProperty("java.home"), "bin", "java");
    return List.of(
        java, "-cp", System.getProperty("java.class.path"), Dying.class.getName(), address);
  }

  /** Takes part in one sum. */
  static final class Dying {

    private Dying() {}

    public static void main(String[] arguments) {
      MeetingPoint place = MeetingPoint.at(arguments[0], Together.TIMEOUT);
      place.join(1, 2, Together.HOST).sum(1);
      Runtime.getRuntime().halt(1);
    }
  }

  @Test
  void aMeetingPointThatIsNotThereIsRefusedInALine() {
    assertThatThrownBy(() -> MeetingPoint.at("127.0.0.1:1", Duration.ofMillis(200)))
        .isInstanceOf(DeviceException.class)
        .hasMessageMatching("127.0.0.1:1 cannot be used to meet other ranks \\([^\\n]*\\); .*");
  }

  @Test
  void ranksThatNeverComeAreNotWaitedForForever() {
    try (MeetingPoint place = MeetingPoint.open(Together.HOST, Duration.ofMillis(300))) {
      assertThatThrownBy(() -> place.join(0, 2, Together.HOST))
          .isInstanceOf(DeviceException.class)
          .hasMessageMatching("rank 0 of 2 does not reach the others from 127.0.0.1 .*");
    }
  }
}
