package dev.stranger;

import java.util.List;

/** A set under another name. */
record NamedDataset(Dataset source, Header header) implements Dataset {

  NamedDataset(Dataset source, String name) {
    this(source, source.header().withName(name));
  }

  @Override
  public Cursor open() {
    return source.open();
  }

  @Override
  public String resizedFrom() {
    return source.resizedFrom();
  }

  @Override
  public List<String> columns() {
    return source.columns();
  }

  @Override
  public String sampleName(long index) {
    return source.sampleName(index);
  }
}
