package dev.stranger.picture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a picture, in a file or in memory. */
interface ByteSource extends Closeable {

  /** Fills the target from a position on, as far as there are bytes. */
  void read(ByteBuffer target, long position) throws IOException;

  long size() throws IOException;

  static ByteSource of(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    return new ByteSource() {
      @Override
      public void read(ByteBuffer target, long position) throws IOException {
        file.read(target, position);
      }

      @Override
      public long size() throws IOException {
        return file.size();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public void read(ByteBuffer target, long position) {
        int at = (int) Math.min(position, bytes.length);
        target.put(bytes, at, Math.min(target.remaining(), bytes.length - at));
      }

      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public void close() {}
    };
  }
}
