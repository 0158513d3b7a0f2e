package dev.stranger;

/** A pass over what another pass reads, with the same labels. */
abstract class CursorView implements Cursor {

  final Cursor samples;

  CursorView(Cursor samples) {
    this.samples = samples;
  }

  @Override
  public int label() {
    return samples.label();
  }

  @Override
  public void close() {
    samples.close();
  }
}
