package dev.stranger.evaluate;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Verdict;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.HardestSamples.Sample;
import dev.stranger.score.Detector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Says of single samples why they get their scores. Holds the samples that are asked for in memory,
 * and no others. As safe to use from several threads as its detector.
 */
public record Explainer(Detector detector) {

  /**
   * The samples of a set with the highest scores, the strangest first; all when there are fewer.
   * Judges the whole set.
   *
   * @param progress gets the number of samples judged since it was last called
   * @throws DataException when the set does not fit the detector
   */
  public List<Example> strangest(Dataset data, int count, LongConsumer progress) {
    if (count < 1) {
      throw new DataException("at least 1 of the strangest samples is needed, got " + count);
    }
    HardestSamples highest = HardestSamples.highest(count);
    int size = data.shape().size();
    long[] done = new long[1];
    detector.judge(
        data,
        (batch, verdicts) -> {
          for (int i = 0; i < verdicts.size(); i++) {
            highest.add(done[0]++, batch.values(), i * size, size, verdicts.get(i));
          }
          progress.accept(batch.count());
        });
    return explain(data, highest.inOrder());
  }

  /**
   * Some samples of a set, in the order they are asked for. Reads the set up to the last of them.
   *
   * @param samples their names or positions, see {@link Dataset#position}
   * @throws DataException when there is no such sample, or the set does not fit the detector
   */
  public List<Example> named(Dataset data, List<String> samples) {
    List<Long> positions = samples.stream().map(data::position).toList();
    SortedSet<Long> wanted = new TreeSet<>(positions);
    Iterator<Long> next = wanted.iterator();
    Map<Long, Sample> found = new HashMap<>();
    detector.judge(
        data.where(wanted::contains),
        (batch, verdicts) -> {
          for (int i = 0; i < verdicts.size(); i++) {
            long position = next.next();
            found.put(position, new Sample(position, batch.sample(i), verdicts.get(i)));
          }
        });
    return explain(data, positions.stream().map(found::get).toList());
  }

  List<Example> explain(Dataset data, List<Sample> samples) {
    List<Example> examples = new ArrayList<>();
    for (Sample sample : samples) {
      Verdict verdict = sample.verdict();
      String name = data.sampleName(sample.position());
      examples.add(new Example(name, sample.values(), verdict, detector.explain(sample.values())));
    }
    return examples;
  }
}
