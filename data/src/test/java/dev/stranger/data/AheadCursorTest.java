package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class AheadCursorTest {

  private static final int COUNT = 700;

  private final float[] sample = new float[1];

  private static Cursor cursor(int count, IntFunction<float[]> samples) {
    return new AheadCursor(count, 1, samples, index -> index % 7);
  }

  private static float[] slowly(int index) {
    try {
      Thread.sleep(0, new Random(index).nextInt(300_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new float[] {index};
  }

  @Test
  void samplesComeInOrderWithTheirLabels() {
    try (Cursor cursor = cursor(COUNT, AheadCursorTest::slowly)) {
      for (int i = 0; i < COUNT; i++) {
        assertThat(cursor.next(sample, 0)).isTrue();
        assertThat(sample[0]).isEqualTo(i);
        assertThat(cursor.label()).isEqualTo(i % 7);
      }
      assertThat(cursor.next(sample, 0)).isFalse();
      assertThat(cursor.next(sample, 0)).isFalse();
    }
  }

  @Test
  void aSampleThatFailsDoesSoInItsTurnAndTheRestFollows() {
    IntFunction<float[]> samples =
        index -> {
          if (index % 50 == 3) {
            throw new DataException("broken " + index);
          }
          return slowly(index);
        };
    try (Cursor cursor = cursor(COUNT, samples)) {
      for (int i = 0; i < COUNT; i++) {
        if (i % 50 == 3) {
          assertThatThrownBy(() -> cursor.next(sample, 0)).hasMessage("broken " + i);
        } else {
          assertThat(cursor.next(sample, 0)).isTrue();
          assertThat(sample[0]).isEqualTo(i);
        }
        assertThat(cursor.label()).isEqualTo(i % 7);
      }
      assertThat(cursor.next(sample, 0)).isFalse();
    }
  }

  @Test
  void fewSamplesAreMadeAheadOfFewThatAreAskedFor() {
    AtomicInteger made = new AtomicInteger();
    IntFunction<float[]> counted =
        index -> {
          made.incrementAndGet();
          return new float[] {index};
        };
    for (int asked : new int[] {1, 2, 10, 500}) {
      made.set(0);
      try (Cursor cursor = cursor(100_000, counted)) {
        for (int i = 0; i < asked; i++) {
          cursor.next(sample, 0);
        }
      }
      assertThat(made.get()).isBetween(asked, asked + Math.min(asked - 1, 256));
    }
  }

  @Test
  void severalThreadsMakeSamplesAndEndWithThePass() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    IntFunction<float[]> samples =
        index -> {
          threads.add(Thread.currentThread());
          return slowly(index);
        };
    try (Cursor cursor = cursor(COUNT, samples)) {
      for (int i = 0; i < 100; i++) {
        cursor.next(sample, 0);
      }
    }
    threads.remove(Thread.currentThread());
    assertThat(threads).isNotEmpty().noneMatch(Thread::isAlive);
  }

  @Test
  void aSingleSampleNeedsNoOtherThread() {
    Thread here = Thread.currentThread();
    try (Cursor cursor = cursor(1, index -> new float[] {Thread.currentThread() == here ? 1 : 0})) {
      assertThat(cursor.next(sample, 0)).isTrue();
      assertThat(sample[0]).isOne();
    }
  }

  @Test
  void errorsArriveAsTheyAre() {
    IntFunction<float[]> samples =
        index -> {
          throw new OutOfMemoryError("a test");
        };
    try (Cursor cursor = cursor(5, samples)) {
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> cursor.next(sample, 0))
            .isInstanceOf(OutOfMemoryError.class)
            .hasMessage("a test");
      }
    }
  }
}
