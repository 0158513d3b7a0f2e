package dev.stranger.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/**
 * Sends one request again and again over some connections, each when it has the answer to the one
 * before. One thread does it all and looks at little of the answers, so that most of the machine is
 * left to the server.
 */
final class HttpLoad {

  private final int port;
  private final byte[] request;
  private final int connections;

  record Result(double rate, double p50Millis, double p99Millis) {}

  HttpLoad(int port, byte[] request, int connections) {
    this.port = port;
    this.request = request;
    this.connections = connections;
  }

  static byte[] post(String path, String type, byte[] body) {
    byte[] head =
        ("POST "
                + path
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(ISO_8859_1);
    byte[] all = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  private static final class Connection {
    private final ByteBuffer out;
    private final ByteBuffer in = ByteBuffer.allocate(1 << 18);
    private long sent;

    Connection(byte[] request) {
      out = ByteBuffer.wrap(request);
    }

    /** Whether a whole answer has come. */
    boolean isAnswered() throws IOException {
      String head = new String(in.array(), 0, Math.min(in.position(), 2048), ISO_8859_1);
      int end = head.indexOf("\r\n\r\n");
      if (end < 0) {
        return false;
      }
      if (!head.startsWith("HTTP/1.1 200")) {
        throw new IOException("the server answered " + head.lines().findFirst().orElse(""));
      }
      int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ") + 16;
      int length = Integer.parseInt(head.substring(at, head.indexOf("\r\n", at)));
      return in.position() >= end + 4 + length;
    }
  }

  Result run(double seconds) throws IOException {
    float[] millis = new float[1 << 20];
    int answers = 0;
    try (Selector selector = Selector.open()) {
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        Connection connection = new Connection(request);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ, connection);
        send(key, channel, connection);
      }
      long end = start + (long) (seconds * 1e9);
      while (System.nanoTime() < end) {
        selector.select(100);
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
          SelectionKey key = keys.next();
          keys.remove();
          SocketChannel channel = (SocketChannel) key.channel();
          Connection connection = (Connection) key.attachment();
          if (key.isWritable()) {
            flush(key, channel, connection);
          }
          if (key.isReadable()) {
            if (channel.read(connection.in) < 0) {
              throw new IOException("the server closed a connection");
            }
            if (connection.isAnswered()) {
              millis[answers++ % millis.length] = (System.nanoTime() - connection.sent) / 1e6f;
              send(key, channel, connection);
            }
          }
        }
      }
      double elapsed = (System.nanoTime() - start) / 1e9;
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      float[] sorted = Arrays.copyOf(millis, Math.min(answers, millis.length));
      Arrays.sort(sorted);
      return new Result(
          answers / elapsed, sorted[sorted.length / 2], sorted[(int) (sorted.length * 0.99)]);
    }
  }

  private static void send(SelectionKey key, SocketChannel channel, Connection connection)
      throws IOException {
    connection.in.clear();
    connection.out.clear();
    connection.sent = System.nanoTime();
    flush(key, channel, connection);
  }

  private static void flush(SelectionKey key, SocketChannel channel, Connection connection)
      throws IOException {
    channel.write(connection.out);
    key.interestOps(
        connection.out.hasRemaining()
            ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
            : SelectionKey.OP_READ);
  }
}
