package dev.stranger.server.live;

import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One version of a detector that is served: it judges in batches, and its stream is watched. */
public final class LiveDetector {

  private final String name;
  private final FileVersion file;
  private final Detector detector;
  private final float[] heldOut;
  private final Batcher batcher;
  private final DriftWatch drift;
  private final StreamView stream;
  private final Duration requestTime;
  private final Metrics metrics;
  private final @Nullable Webhook webhook;

  /** The questions that are not answered yet, and one while this has no successor. */
  private final AtomicInteger users = new AtomicInteger(1);

  /**
   * What all detectors of a server have in common.
   *
   * @param answerers where verdicts are watched and answers are written
   */
  record Surroundings(
      OpenSettings settings, Metrics metrics, @Nullable Webhook webhook, Executor answerers) {}

  /**
   * @param detector which belongs to this from now on
   * @param stream of the version before, or a new one
   */
  LiveDetector(
      String name,
      FileVersion file,
      Detector detector,
      StreamView stream,
      Path driftFile,
      Surroundings around) {
    this.name = name;
    this.file = file;
    this.detector = detector;
    this.heldOut = detector.calibration().scores();
    this.stream = stream;
    this.requestTime = around.settings().requestTime();
    this.metrics = around.metrics();
    this.webhook = around.webhook();
    this.drift = new DriftWatch(detector, around.settings().drift(), driftFile, this::tell);
    this.batcher =
        new Batcher(
            name,
            detector,
            around.settings().batches().forSamplesOf(detector.shape().size()),
            around.answerers(),
            new Batcher.Listener() {
              @Override
              public void judged(int samples) {
                metrics.batch(name, samples);
              }

              @Override
              public void waiting(int samples) {
                metrics.waiting(name, samples);
              }
            });
    metrics.waiting(name, 0);
    metrics.drift(name, drift.state());
  }

  private void tell(DriftAlarm alarm) {
    metrics.alarm(name, alarm.test());
    if (webhook != null) {
      webhook.drift(this, alarm);
    }
  }

  public String name() {
    return name;
  }

  /** Which file it was opened from. */
  public FileVersion file() {
    return file;
  }

  public Detector detector() {
    return detector;
  }

  /** Held-out scores, ascending; must not be changed. */
  public float[] heldOut() {
    return heldOut;
  }

  public DriftWatch drift() {
    return drift;
  }

  public StreamView stream() {
    return stream;
  }

  /** A request has begun to arrive; {@link #arrived} must follow, whatever becomes of it. */
  void announce() {
    batcher.announce();
  }

  void arrived() {
    batcher.arrived();
  }

  /**
   * Judges samples together with those of other requests, and answers; fails with a {@link
   * java.util.concurrent.TimeoutException} where judging takes longer than a request may.
   *
   * @param begun when the request came, by {@link System#nanoTime}
   * @throws dev.stranger.DataException when a sample does not fit
   * @throws BusyException when too many samples wait
   * @throws RetiredException when a successor has taken over
   */
  CompletableFuture<Judged> judge(Question question, long begun) {
    detector.checkSamples(FloatBuffer.wrap(question.samples()), question.count());
    CompletableFuture<Batcher.Answer> asked = submit(question);
    CompletableFuture<Judged> answered =
        asked
            .thenApply(answer -> judged(answer, question, begun))
            .orTimeout(requestTime.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((judged, late) -> answer(question, judged));
    answered.whenComplete((judged, late) -> asked.cancel(false)); // nobody waits any more
    return answered;
  }

  /** {@link #answer} must follow, unless this fails. */
  private CompletableFuture<Batcher.Answer> submit(Question question) {
    users.incrementAndGet();
    try {
      return batcher.submit(question);
    } catch (BusyException e) {
      metrics.busy(name);
      leave();
      throw e;
    } catch (RetiredException e) {
      leave();
      throw e;
    }
  }

  private Judged judged(Batcher.Answer answer, Question question, long begun) {
    if (question.watch()) {
      watch(answer.verdicts(), (System.nanoTime() - begun) / 1e6);
    }
    return new Judged(this, answer.verdicts(), Optional.ofNullable(answer.explained()));
  }

  /**
   * @param judged null when judging failed, or took too long
   */
  private void answer(Question question, @Nullable Judged judged) {
    try {
      if (judged != null) {
        question.answer().accept(judged);
      }
    } finally {
      leave();
    }
  }

  /** Whoever leaves last frees the detector: an answer may still ask it why. */
  private void leave() {
    if (users.decrementAndGet() == 0) {
      detector.close();
    }
  }

  private void watch(List<Verdict> verdicts, double millis) {
    stream.add(verdicts, millis);
    metrics.judged(name, verdicts);
    drift.add(verdicts);
    metrics.drift(name, drift.state());
    if (webhook != null) {
      for (Verdict verdict : verdicts) {
        if (verdict.ood()) {
          webhook.stranger(this, verdict.score(), verdict.pValue());
        }
      }
    }
  }

  /** Forgets the stream so far, and its alarms. */
  public void resetDrift() {
    drift.reset();
    metrics.drift(name, drift.state());
  }

  /** Judges what waits, then frees the detector as soon as all of that is answered. */
  void retire() {
    batcher.close();
    drift.save();
    leave();
    metrics.retired(name, file.version());
  }
}
