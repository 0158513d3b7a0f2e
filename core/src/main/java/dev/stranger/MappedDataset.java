package dev.stranger;

/** A set whose samples go through a {@link Transform} when they are read. */
record MappedDataset(Dataset source, Transform transform, Header header) implements DatasetView {

  MappedDataset(Dataset source, Transform transform) {
    this(source, transform, transform.describe(source.header()));
  }

  @Override
  public Cursor open() {
    Shape from = source.shape();
    float[] sample = new float[from.size()];
    return new CursorView(source.open()) {
      @Override
      public boolean next(float[] target, int offset) {
        if (!samples.next(sample, 0)) {
          return false;
        }
        transform.apply(from, sample, target, offset);
        return true;
      }
    };
  }

  @Override
  public String resizedFrom() {
    String before = source.resizedFrom();
    return before.isEmpty() && isResized()
        ? "%dx%d".formatted(source.shape().height(), source.shape().width())
        : before;
  }

  private boolean isResized() {
    Shape from = source.shape();
    return from.isImage()
        && shape().isImage()
        && (from.height() != shape().height() || from.width() != shape().width());
  }
}
