package dev.stranger.train;

import dev.stranger.MemoryDataset;
import dev.stranger.score.Detector;
import dev.stranger.table.Column;
import dev.stranger.train.loop.TrainListener;
import java.nio.file.*;
import java.util.*;

public final class TryFaults {
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    long begun = System.nanoTime();
    for (String name : args[1].split(",")) {
      MemoryDataset learned, clean;
      if (name.equals("mixed")) { learned = MixedTable.of(2000, 1); clean = MixedTable.of(1000, 2); }
      else if (name.equals("shop")) { learned = ShopTable.of(3000, 1); clean = ShopTable.of(1500, 2); }
      else { learned = npz(name, "train"); clean = npz(name, "normal"); }
      Path file = Path.of("/tmp/x/" + name + ".onnx");
      if (!Files.exists(file)) {
        Trainer.fit(learned, TrainOptions.DEFAULT.withDevice("cpu"), TrainListener.NONE).save(file);
      }
      try (Detector detector = Detector.open(file)) {
        ColumnFaults faults = new ColumnFaults(detector, learned, clean, count);
        ColumnFaults.Found all = ColumnFaults.Found.NONE;
        for (ColumnFaults.Fault fault : ColumnFaults.Fault.values()) {
          long t = System.nanoTime();
          ColumnFaults.Found sum = ColumnFaults.Found.NONE;
          StringBuilder weak = new StringBuilder();
          for (int c = 0; c < learned.columns().size(); c++) {
            ColumnFaults.Found f = faults.of(fault, c);
            sum = sum.plus(f);
            if (f.firstShare() < 0.8 || f.amongThreeShare() < .95) weak.append(" ").append(learned.columns().get(c).name()).append(String.format("(%d: %.0f/%.0f)", f.flagged(), 100*f.firstShare(), 100*f.amongThreeShare()));
          }
          if (sum.tried() > 0) System.out.printf("%-12s %-7s %s %.1fs%s%n", name, fault, sum, (System.nanoTime()-t)/1e9, weak);
          all = all.plus(sum);
        }
      }
    }
    System.out.printf("%.0f s%n", (System.nanoTime() - begun) / 1e9);
  }

  static MemoryDataset npz(String name, String part) throws Exception {
    dev.stranger.Dataset d = dev.stranger.data.DataFiles.open(Path.of("/tmp/x/npz/" + name + "-" + part + ".npy"));
    dev.stranger.IndexedDataset m = d.inMemory();
    float[][] rows = new float[(int) m.size()][];
    for (int i = 0; i < rows.length; i++) rows[i] = m.sample(i).clone();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < rows[0].length; i++) names.add("c" + (i + 1));
    return MemoryDataset.of(name, Column.numbers(names), rows);
  }
}
