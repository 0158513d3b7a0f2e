package dev.stranger.train.torch;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The queues of a GPU, which libtorch gives out in turn, whether they are in use or not. Whoever
 * takes one here has it for himself until he gives it back. Safe to use from several threads.
 *
 * @param <T> a queue
 */
final class Loans<T> {

  private final int size;
  private final Function<T, Object> name;
  private final Set<Object> taken = new HashSet<>();

  /**
   * @param size how many there are
   * @param name tells one queue from the others, however often it is given out
   */
  Loans(int size, Function<T, Object> name) {
    this.size = size;
    this.name = name;
  }

  /**
   * @param next gives out the next one
   * @return none when all are taken
   */
  synchronized Optional<T> take(Supplier<T> next) {
    for (int tries = 0; tries < size; tries++) {
      T queue = next.get();
      if (taken.add(name.apply(queue))) {
        return Optional.of(queue);
      }
    }
    return Optional.empty();
  }

  synchronized boolean isTaken(T queue) {
    return taken.contains(name.apply(queue));
  }

  synchronized void giveBack(T queue) {
    taken.remove(name.apply(queue));
  }
}
