package dev.stranger.train;

import dev.stranger.DataException;
import java.util.List;

/**
 * The St-RKM as its published code trains it: U follows another gradient ({@link
 * dev.stranger.train.rkm.StRkmObjective}), and the last epoch has no kPCA error. That code weighs
 * the error by the density of the samples from an epoch on which by default is the last, and
 * densities in a centred feature space are zero.
 */
public record PublishedStRkm() implements Method {

  @Override
  public String key() {
    return "st_rkm_published";
  }

  @Override
  public List<String> scores() {
    return StRkm.SCORES;
  }

  @Override
  public ModelGraph learn(Lesson lesson) {
    if (lesson.learning().patience() > 0) {
      throw new DataException(
          "the published training ends with an epoch of another kind, which one that stops early"
              + " may not reach; leave out the patience");
    }
    return StRkm.learn(lesson, PublishedStRkmLearner::new);
  }
}
