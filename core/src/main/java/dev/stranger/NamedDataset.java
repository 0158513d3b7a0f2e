package dev.stranger;

/** A set under another name. */
record NamedDataset(Dataset source, Header header) implements DatasetView {

  NamedDataset(Dataset source, String name) {
    this(source, source.header().withName(name));
  }

  @Override
  public Cursor open() {
    return source.open();
  }
}
