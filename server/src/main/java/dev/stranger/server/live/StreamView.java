package dev.stranger.server.live;

import dev.stranger.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * What one detector judged lately: counts for each of the last two minutes' seconds, and the latest
 * strangers, without their values. Bounded memory; thread-safe.
 */
public final class StreamView {

  private static final int SECONDS = 120;
  private static final int STRANGERS = 20;

  /** More requests in a second are a sample of themselves. */
  private static final int LATENCIES = 1024;

  /**
   * One second.
   *
   * @param time since 1970
   */
  public record Second(
      long time, int requests, int samples, int strangers, double p50Millis, double p99Millis) {}

  public record Stranger(Instant time, float score, float pValue) {}

  private static final class Slot {
    private final long time;
    private int requests;
    private int samples;
    private int strangers;
    private float[] millis = new float[16];

    Slot(long time) {
      this.time = time;
    }

    void add(int count, int strange, double latency) {
      if (requests < LATENCIES) {
        if (requests == millis.length) {
          millis = Arrays.copyOf(millis, 2 * millis.length);
        }
        millis[requests] = (float) latency;
      } else {
        millis[(requests * 31) % LATENCIES] = (float) latency;
      }
      requests++;
      samples += count;
      strangers += strange;
    }

    Second view() {
      float[] sorted = Arrays.copyOf(millis, Math.min(requests, LATENCIES));
      Arrays.sort(sorted);
      return new Second(
          time, requests, samples, strangers, quantile(sorted, 0.5), quantile(sorted, 0.99));
    }

    private static double quantile(float[] sorted, double share) {
      return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }
  }

  private final Deque<Slot> slots = new ArrayDeque<>();
  private final Deque<Stranger> latest = new ArrayDeque<>();
  private long samples;
  private long strangers;

  /** The verdicts of a request. */
  synchronized void add(List<Verdict> verdicts, double millis) {
    Instant now = Instant.now();
    int strange = 0;
    for (Verdict verdict : verdicts) {
      if (verdict.ood()) {
        strange++;
        latest.addFirst(new Stranger(now, verdict.score(), verdict.pValue()));
        if (latest.size() > STRANGERS) {
          latest.removeLast();
        }
      }
    }
    samples += verdicts.size();
    strangers += strange;
    if (slots.isEmpty() || slots.getLast().time != now.getEpochSecond()) {
      slots.addLast(new Slot(now.getEpochSecond()));
    }
    slots.getLast().add(verdicts.size(), strange, millis);
    // A clock that was set back would keep the slots of the future for long.
    while (slots.size() > SECONDS || slots.getFirst().time <= now.getEpochSecond() - SECONDS) {
      slots.removeFirst();
    }
  }

  public synchronized long samples() {
    return samples;
  }

  public synchronized long strangers() {
    return strangers;
  }

  /** Oldest first; seconds without a request are left out. */
  public synchronized List<Second> seconds() {
    long now = Instant.now().getEpochSecond();
    return slots.stream().filter(slot -> slot.time > now - SECONDS).map(Slot::view).toList();
  }

  /** Newest first. */
  public synchronized List<Stranger> latestStrangers() {
    return new ArrayList<>(latest);
  }
}
