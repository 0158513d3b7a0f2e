package dev.stranger.train.torch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The queues of a GPU, which libtorch gives out in turn, whether they are in use or not. Whoever
 * takes one here has it for himself until he gives it back. Those that were used are lent first,
 * because libraries keep memory for every queue they have ever worked in. Safe to use from several
 * threads.
 *
 * @param <T> a queue
 */
final class Loans<T> {

  private final int size;
  private final Function<T, Object> name;
  private final Set<Object> taken = new HashSet<>();
  private final Deque<T> used = new ArrayDeque<>();

  /**
   * @param size how many there are
   * @param name tells one queue from the others, however often it is given out
   */
  Loans(int size, Function<T, Object> name) {
    this.size = size;
    this.name = name;
  }

  /**
   * @param fits whether a used one is of the kind that {@code next} gives out
   * @param next gives out the next one
   * @return none when all are taken
   */
  synchronized Optional<T> take(Predicate<T> fits, Supplier<T> next) {
    Optional<T> again = used.stream().filter(fits).findFirst();
    if (again.isPresent()) {
      used.remove(again.get());
      taken.add(name.apply(again.get()));
      return again;
    }
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
    if (taken.remove(name.apply(queue))) {
      used.addFirst(queue);
    }
  }
}
