package dev.stranger.train;

import dev.stranger.train.loop.EpochResult;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;

/**
 * Hears one of several trainings of the same length and tells of it as a part of a single one, that
 * has the epochs of all.
 *
 * @param before how many trainings are done
 * @param all how many there are
 */
final class OneOfSeveral implements TrainListener {

  private final TrainListener whole;
  private final int before;
  private final int all;
  private int epochs;

  OneOfSeveral(TrainListener whole, int before, int all) {
    this.whole = whole;
    this.before = before;
    this.all = all;
  }

  @Override
  public void start(TrainingPlan plan) {
    epochs = plan.epochs();
    if (before == 0) {
      whole.start(plan.times(all));
    }
  }

  @Override
  public void step(int epoch, int step) {
    whole.step(before * epochs + epoch, step);
  }

  @Override
  public void epoch(int epoch, EpochResult result) {
    whole.epoch(before * epochs + epoch, result);
  }

  @Override
  public void note(String words) {
    whole.note("model %,d of %,d: %s".formatted(before + 1, all, words));
  }

  @Override
  public boolean stop() {
    return whole.stop();
  }
}
