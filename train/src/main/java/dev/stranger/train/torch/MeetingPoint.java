package dev.stranger.train.torch;

import dev.stranger.DeviceException;
import java.time.Duration;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.jspecify.annotations.Nullable;

/**
 * Where the processes of one training find each other. The first one opens it and tells the others
 * its address; close it after the {@link Ranks} that met there. It listens on all network
 * interfaces and asks nobody who they are, so ranks belong on a network that is trusted. Not
 * thread-safe.
 */
public final class MeetingPoint implements AutoCloseable {

  private static final String COMPLAINT = "complaint";
  private static final String LEFT = "left";
  private static final int LINGER_MILLIS = 5000;
  private static final int POLL_MILLIS = 20;

  private final PointerScope memory;
  private final TCPStore store;
  private final String address;
  private final boolean isServer;
  private final Duration timeout;
  private int size = 1;

  private MeetingPoint(String host, int port, boolean isServer, Duration timeout) {
    this.isServer = isServer;
    this.timeout = timeout;
    this.memory = new PointerScope();
    try {
      TCPStoreOptions options =
          new TCPStoreOptions()
              .port((short) port)
              .isServer(isServer)
              .waitWorkers(false)
              .timeout(millis(timeout));
      this.store = new TCPStore(host, options);
      this.address = host + ":" + Short.toUnsignedInt(store.getPort());
      memory.extend(); // what was made here lives until this is closed
    } catch (RuntimeException | LinkageError e) {
      throw new DeviceException(
          "%s:%d cannot be used to meet other ranks (%s); check the address and the network"
              .formatted(host, port, Ranks.reason(e)),
          e);
    } finally {
      memory.close();
    }
  }

  /**
   * For rank 0.
   *
   * @param host a name or address of this machine that all ranks reach
   * @param timeout how long a rank waits for another before it gives up
   */
  public static MeetingPoint open(String host, Duration timeout) {
    Libtorch.load();
    return new MeetingPoint(host, 0, true, timeout);
  }

  /**
   * For all other ranks.
   *
   * @param address {@link #address} of the one that rank 0 opened
   */
  public static MeetingPoint at(String address, Duration timeout) {
    Libtorch.load();
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    return new MeetingPoint(address.substring(0, colon), port, false, timeout);
  }

  /** The host and the port, with a colon between them. */
  public String address() {
    return address;
  }

  /**
   * Waits until all ranks are here.
   *
   * @param rank this one, counted from zero
   * @param size how many there are
   * @param host a name or address of this machine that the others reach
   */
  public Ranks join(int rank, int size, String host) {
    this.size = size;
    PointerScope connections = new PointerScope();
    try {
      ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(millis(timeout));
      options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(host)));
      Ranks ranks =
          new Ranks(
              rank, size, new ProcessGroupGloo(store, rank, size, options), this, connections);
      connections.extend();
      return ranks;
    } catch (RuntimeException | LinkageError e) {
      throw new DeviceException(
          "rank %d of %d does not reach the others from %s (%s); check names, ports and firewalls"
              .formatted(rank, size, host, Ranks.reason(e)),
          e);
    } finally {
      connections.close();
    }
  }

  private static Milliseconds millis(Duration time) {
    return new Milliseconds(time.toMillis());
  }

  /** Tells the others why a rank gives up; the first complaint counts. */
  void complain(String complaint) {
    attempt(() -> store.compareSet(COMPLAINT, "", complaint));
  }

  /** Why a rank gave up, or null when none said so. */
  @Nullable String complaint() {
    return attempt(
        () -> store.check(new StringVector(COMPLAINT)) ? store.get_to_str(COMPLAINT) : null);
  }

  /** The machine that keeps the notes may be gone. */
  private static <T> @Nullable T attempt(Supplier<@Nullable T> work) {
    try (PointerScope scope = new PointerScope()) {
      return work.get();
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** On rank 0 waits a few seconds for the others, who may want to know why it gives up. */
  @Override
  public void close() {
    attempt(() -> store.add(LEFT, 1));
    if (isServer) {
      linger();
    }
    memory.close();
  }

  private void linger() {
    long end = System.nanoTime() + LINGER_MILLIS * 1_000_000L;
    try {
      while (left() < size && System.nanoTime() < end) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long left() {
    @Nullable Long left = attempt(() -> store.add(LEFT, 0));
    return left == null ? size : left;
  }
}
