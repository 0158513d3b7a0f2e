package dev.stranger.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/**
 * Cuts off clients that send the head of a request, or what must come before it to encrypt the
 * connection, byte by byte: a connection that gets bytes, but no new request, for longer than one
 * may take. Looks a few times in that period. Thread-safe.
 */
final class SlowHeads extends AbstractLifeCycle implements Connection.Listener {

  private static final int LOOKS = 4;

  private final Connector connector;
  private final Duration most;
  private final Map<Connection, Progress> open = new ConcurrentHashMap<>();

  /** What came until the latest request, and when more was seen. */
  private static final class Progress {
    private long requests;
    private long bytes;
    private long since = System.nanoTime();

    boolean isStuck(Connection connection, long now, long nanos) {
      long received = received(connection);
      if (connection.getMessagesIn() != requests || received == bytes) {
        requests = connection.getMessagesIn();
        bytes = received;
        since = now;
      }
      return now - since > nanos;
    }

    /** From the network: bytes of a handshake, or of half a record, are never decrypted. */
    private static long received(Connection connection) {
      return connection.getEndPoint() instanceof SslConnection.SslEndPoint encrypted
          ? encrypted.getSslConnection().getBytesIn()
          : connection.getBytesIn();
    }
  }

  SlowHeads(Connector connector, Duration most) {
    this.connector = connector;
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof ConnectionMetaData) { // not the one that decrypts
      open.put(connection, new Progress());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  @Override
  protected void doStart() {
    lookLater();
  }

  private void lookLater() {
    connector
        .getScheduler()
        .schedule(this::look, Math.max(1, most.toMillis() / LOOKS), TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    open.forEach(
        (connection, progress) -> {
          if (progress.isStuck(connection, now, most.toNanos())) {
            connection.getEndPoint().close();
          }
        });
    if (isRunning() || isStarting()) {
      lookLater();
    }
  }
}
