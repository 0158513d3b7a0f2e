package dev.stranger.server;

import java.lang.System.Logger.Level;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Bounds the number of open connections. Clients beyond it wait in the queue of the system until a
 * connection closes. So that this is soon, the connections that have been idle for the longest time
 * are closed, a few at a time. Those with a request under way stay. Thread-safe.
 *
 * <p>Jetty's own limit closes a connection that it has just accepted, and shortens the idle timeout
 * of all, which ends requests that wait for their verdicts.
 */
final class ConnectionLimit implements SelectorManager.AcceptListener {

  private static final System.Logger LOG = System.getLogger("dev.stranger.server");
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** This part of the connections is closed at once at most. */
  private static final int PART = 16;

  private final ServerConnector connector;
  private final int most;
  private int open;
  private boolean full;
  private boolean makingRoom;
  private boolean said;

  ConnectionLimit(ServerConnector connector, int most) {
    this.connector = connector;
    this.most = most;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    count(1);
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable why) {
    count(-1);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    count(-1);
  }

  private synchronized void count(int more) {
    open += more;
    if (full == (open >= most)) {
      return;
    }
    full = !full;
    connector.setAccepting(!full);
    if (full && !makingRoom) {
      makingRoom = true;
      makeRoomLater();
    }
    if (full && !said) {
      said = true;
      LOG.log(Level.WARNING, "{0} connections are open; more wait until one closes", most);
    }
  }

  private void makeRoomLater() {
    connector.getScheduler().schedule(this::makeRoom, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void makeRoom() {
    synchronized (this) {
      makingRoom = full && connector.isRunning();
      if (!makingRoom) {
        return;
      }
    }
    connector.getConnectedEndPoints().stream()
        .filter(each -> idleMillis(each) > IDLE.toMillis())
        .sorted(Comparator.comparingLong(ConnectionLimit::idleMillis).reversed())
        .limit(Math.max(1, most / PART))
        .forEach(each -> each.getConnection().close());
    makeRoomLater();
  }

  /** Since the last byte; 0 while there is a request. */
  private static long idleMillis(EndPoint endPoint) {
    Connection connection = endPoint.getConnection();
    if (connection instanceof SslConnection encrypted) {
      connection = encrypted.getSslEndPoint().getConnection();
    }
    boolean busy = connection instanceof ConnectionMetaData http && Admission.isBusy(http);
    return !busy && endPoint instanceof IdleTimeout idle ? idle.getIdleFor() : 0;
  }
}
