package dev.stranger;

/** A pass that copies one sample after another. */
final class IndexedCursor implements Cursor {

  private final IndexedDataset samples;
  private int index = -1;

  IndexedCursor(IndexedDataset samples) {
    this.samples = samples;
  }

  @Override
  public boolean next(float[] target, int offset) {
    if (index + 1 == samples.size()) {
      return false;
    }
    samples.copy(++index, target, offset);
    return true;
  }

  @Override
  public int label() {
    return samples.label(index);
  }

  @Override
  public void close() {}
}
