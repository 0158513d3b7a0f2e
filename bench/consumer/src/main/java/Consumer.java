import dev.stranger.Verdict;
import dev.stranger.score.Detector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Judges a picture from bytes on 16 threads; all must say the same. */
public class Consumer {

  private static final int THREADS = 16;
  private static final int TIMES = 20;

  public static void main(String[] args) throws Exception {
    byte[] jpeg = Files.readAllBytes(Path.of(args[1]));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Detector detector = Detector.open(Path.of(args[0]))) {
      Callable<Verdict> judge = () -> detector.judge(jpeg);
      Set<Verdict> verdicts =
          threads.invokeAll(Collections.nCopies(THREADS * TIMES, judge)).stream()
              .map(Consumer::result)
              .collect(Collectors.toSet());
      if (verdicts.size() != 1) {
        throw new IllegalStateException("verdicts differ: " + verdicts);
      }
      System.out.println(THREADS * TIMES + " times the same: " + verdicts.iterator().next());
    } finally {
      threads.shutdown();
    }
  }

  private static Verdict result(Future<Verdict> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
