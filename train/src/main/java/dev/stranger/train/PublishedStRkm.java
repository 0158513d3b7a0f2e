package dev.stranger.train;

import java.util.List;

/**
 * The St-RKM as its published code trains it: in the last epoch without the kPCA error. That code
 * weighs the error by the density of the samples from an epoch on which by default is the last, and
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
    return StRkm.learn(lesson, PublishedStRkmLearner::new);
  }
}
