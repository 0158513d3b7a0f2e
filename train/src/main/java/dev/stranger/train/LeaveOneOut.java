package dev.stranger.train;

import dev.stranger.IndexedDataset;
import dev.stranger.train.Calibrator.Fitted;
import dev.stranger.train.Calibrator.Judged;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.loop.TrainingPlan;
import dev.stranger.train.method.DetectorGraph;
import dev.stranger.train.method.JointGraph;
import dev.stranger.train.method.JointGraph.Member;
import dev.stranger.train.suspect.Suspects;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.TensorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains several models, each on all samples but one, for sets that are too small to hold out a
 * part. Each says whether a new sample is stranger than the one that it left out: the {@link
 * JointGraph}. docs/guarantees.md has the proof that this keeps the false-alarm rate on average.
 *
 * @param models how many samples are left out
 * @param suspects among all samples: they are named, and count like the others
 * @param unseen how many of the others a network does not see
 * @param options with numbers for everything
 * @param plan of one of the models
 */
record LeaveOneOut(
    IndexedDataset samples,
    int models,
    Suspects suspects,
    int unseen,
    TrainOptions options,
    TrainListener listener,
    Compute compute,
    TrainingPlan plan) {

  /**
   * One of the models.
   *
   * @param fitted its score, and what it says of the sample that it left out
   */
  record Model(ModelCard card, DetectorGraph graph, Fitted fitted) {}

  TrainedModel fit() {
    listener.note(inWords());
    List<Split> splits = Split.leavingOneOut(samples, models, options.seed());
    List<Model> trained = new ArrayList<>();
    for (Split split : splits) {
      trained.add(train(split, trained.size()));
    }
    listener.phase("calibrating");
    return calibrated(trained, splits);
  }

  /** Frees what training takes beside the heap, but for what the file is written from. */
  private Model train(Split split, int before) {
    TrainListener heard = new OneOfSeveral(listener, before, models);
    try (TensorScope scope = new TensorScope()) {
      Model model = new Trainer(samples, split, unseen, options, heard, compute, plan).model();
      scope.keep(model.graph().model().tensors());
      return model;
    }
  }

  private String inWords() {
    return "no part of the %,d samples is held out: %,d models learn from all but one of them each;"
            .formatted(samples.size(), models)
        + " normal samples are flagged %s".formatted(options.calibration().guarantee().inWords());
  }

  private TrainedModel calibrated(List<Model> trained, List<Split> splits) {
    ModelCard card = trained.get(0).card().leavingOneOut(models, suspects);
    List<Member> members =
        trained.stream()
            .map(one -> new Member(one.graph(), one.fitted().scored().score()))
            .toList();
    Calibrator calibrator =
        new Calibrator(
            samples,
            samples.columns(),
            null,
            new Split(new int[0], leftOut(splits), new int[0]),
            card.gallery(),
            options.calibration(),
            options.calibration().scoreOf(options.method()),
            trained.get(0).graph(),
            draft -> {
              throw new IllegalStateException("the scores are fitted already");
            });
    Judged judged = judged(trained);
    return calibrator.finish(card, new JointGraph(members, judged.scores()), judged);
  }

  private static int[] leftOut(List<Split> splits) {
    return splits.stream().mapToInt(split -> split.calibration()[0]).toArray();
  }

  private static Judged judged(List<Model> trained) {
    int width = trained.get(0).fitted().judged().energies().length;
    float[] scores = new float[trained.size()];
    float[] energies = new float[trained.size() * width];
    for (int i = 0; i < scores.length; i++) {
      Judged one = trained.get(i).fitted().judged();
      scores[i] = one.scores()[0];
      System.arraycopy(one.energies(), 0, energies, i * width, width);
    }
    return new Judged(scores, energies);
  }
}
