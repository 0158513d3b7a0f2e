package dev.stranger.bench;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.torch.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * Steps of a training whose samples are in a file against steps of one whose samples are in memory,
 * or on the GPU. The first has 8 GB of generated pictures, the second 200,000 of them; both take
 * turns in one process. Claim: at least 0.9 x with {@code -Xmx1g} on a warm page cache, 0.8 x on a
 * GPU. Arguments: the device, and the gigabytes.
 *
 * <pre>JDK_JAVA_OPTIONS=-Xmx1g bench/run StoreBench</pre>
 */
public final class StoreBench {

  private static final Shape SHAPE = Shape.image(1, 28, 28);
  private static final int IN_MEMORY = 200_000;
  private static final int BATCH = 256;
  private static final int TURN = 20;

  /** Steps of a GPU take a fraction of a millisecond. */
  private static final int TURN_OF_GPU = 500;

  private static final int TURNS = 41;

  private StoreBench() {}

  /** Sprites, over and over again, each time shifted by another number of pixels. */
  private record Pictures(Header header, MemoryDataset sprites) implements Dataset {

    static Pictures of(long count, MemoryDataset sprites) {
      return new Pictures(new Header("sprites", SHAPE, Range.UNIT, count, List.of()), sprites);
    }

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next == size()) {
            return false;
          }
          float[] sprite = sprites.sample(next % (int) sprites.size());
          int shift = (int) (next / sprites.size()) % sprite.length;
          System.arraycopy(sprite, shift, target, offset, sprite.length - shift);
          System.arraycopy(sprite, 0, target, offset + sprite.length - shift, shift);
          next++;
          return true;
        }

        @Override
        public int label() {
          return NO_LABEL;
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Lets one training run at a time. */
  private static final class Turns {

    private int ready;
    private int whose;
    private int done;

    synchronized void begin(int me) {
      ready++;
      notifyAll();
      await(me);
    }

    synchronized void pass(int me) {
      whose = 1 - me;
      notifyAll();
      await(me);
    }

    synchronized void end(int me) {
      done++;
      whose = 1 - me;
      notifyAll();
    }

    private void await(int me) {
      try {
        while (ready < 2 || whose != me && done == 0) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Times the turns; the first does not count. */
  private static final class Clock implements TrainListener {

    private final String name;
    private final int me;
    private final Turns turns;
    private final boolean gpu;
    private final int turn;
    private int steps;
    private long start;
    private final List<Double> seconds = new ArrayList<>();
    private boolean stop;

    Clock(String name, int me, Turns turns, boolean gpu) {
      this.name = name;
      this.me = me;
      this.turns = turns;
      this.gpu = gpu;
      this.turn = gpu ? TURN_OF_GPU : TURN;
    }

    @Override
    public void note(String words) {
      System.out.println(name + ": " + words);
    }

    @Override
    public void step(int epoch, int step) {
      if (steps == 0) {
        turns.begin(me);
        start = System.nanoTime();
      }
      if (++steps % turn == 0) {
        if (gpu) {
          cudart.cudaDeviceSynchronize(); // a step may still be waiting there
        }
        seconds.add((System.nanoTime() - start) / 1e9);
        if (steps == turn * TURNS) {
          stop = true;
          turns.end(me);
        } else {
          turns.pass(me);
          start = System.nanoTime();
        }
      }
    }

    @Override
    public boolean stop() {
      return stop;
    }

    /** Of the turn in the middle: neighbours on the machine come and go. */
    double rate() {
      return turn / seconds.stream().skip(1).sorted().toList().get((TURNS - 1) / 2);
    }
  }

  public static void main(String[] args) {
    String device = args.length > 0 ? args[0] : "cpu";
    double gigabytes = args.length > 1 ? Double.parseDouble(args[1]) : 8;
    long count = (long) (gigabytes * 1e9 / SHAPE.size());
    System.out.printf(
        "%,d pictures, %.1f GB, Java heap of %.1f GB%n",
        count, gigabytes, Runtime.getRuntime().maxMemory() / 1e9);
    MemoryDataset sprites =
        new Catalogue(DataFolders.standard(null, Map.of()))
            .open("sprites:size=4096,seed=1", DataOptions.DEFAULT)
            .map(Resize.to(28, 28))
            .map(Scale.toUnit())
            .inMemory();
    try (PointerScope scope = new PointerScope()) {
      takeRoom(Compute.on(device), count * SHAPE.size());
      compare(Pictures.of(count, sprites), Pictures.of(IN_MEMORY, sprites).inMemory(), device);
    }
  }

  /** On a GPU that the large set would fit on. */
  private static void takeRoom(Compute compute, long bytes) {
    Tensor row = compute.zeros(1, 1 << 20);
    while (compute.isCuda() && compute.hasRoomFor(bytes)) {
      compute.rowsLike(row, 64);
    }
  }

  private static void compare(Dataset large, MemoryDataset small, String device) {
    TrainOptions options =
        TrainOptions.DEFAULT
            .with(LearningOptions.DEFAULT.withEpochs(1000).withBatchSize(BATCH))
            .withDevice(device);
    if (!Trainer.plan(large, options).inScratch()) {
      throw new IllegalStateException("it fits in memory; use a smaller heap or more gigabytes");
    }
    Turns turns = new Turns();
    boolean gpu = Compute.on(device).isCuda();
    Clock file = new Clock("in a file", 0, turns, gpu);
    Clock memory = new Clock("in memory", 1, turns, gpu);
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> train(small, options, memory));
    train(large, options, file);
    other.join();
    System.out.printf(
        "in a file %.1f steps/s, in memory %.1f steps/s: %.3f x%n",
        file.rate(), memory.rate(), file.rate() / memory.rate());
  }

  private static void train(Dataset data, TrainOptions options, Clock clock) {
    long start = System.nanoTime();
    try {
      Trainer.fit(data, options, clock);
    } catch (CancellationException e) {
      System.out.printf("%s: %.0f s in all%n", clock.name, (System.nanoTime() - start) / 1e9);
      return;
    }
    throw new IllegalStateException("the training was to be stopped");
  }
}
