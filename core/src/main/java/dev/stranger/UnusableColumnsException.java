package dev.stranger;

import java.util.List;

/**
 * Columns of a table cannot be used as they are: somebody has to leave them out, or to say what
 * they hold.
 */
public final class UnusableColumnsException extends DataException {

  private final List<String> columns;

  /**
   * @param columns all of them, as options name them: a name that holds a comma or a quote is given
   *     as the number of its column, counted from 1
   * @param remedies what would help instead of leaving them out; none if it is to say what they
   *     hold
   */
  public UnusableColumnsException(String message, List<String> columns, Remedy... remedies) {
    super(message, remedies);
    this.columns = List.copyOf(columns);
  }

  public List<String> columns() {
    return columns;
  }
}
