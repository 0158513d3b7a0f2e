package dev.stranger.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;

/** Receives what a webhook sends. */
final class Sink implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Event> events = new CopyOnWriteArrayList<>();

  record Event(long nanos, Headers headers, JsonNode body) {

    String attribute(String name) {
      return headers.getFirst("ce-" + name);
    }
  }

  /**
   * @param status of the answer to the event of an index
   */
  Sink(IntUnaryOperator status) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, status));
    server.setExecutor(threads);
    server.start();
  }

  private void answer(HttpExchange exchange, IntUnaryOperator status) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    JsonNode json = new ObjectMapper().readTree(body);
    int index;
    synchronized (events) {
      index = events.size();
      events.add(new Event(System.nanoTime(), exchange.getRequestHeaders(), json));
    }
    exchange.sendResponseHeaders(status.applyAsInt(index), -1);
    exchange.close();
  }

  URI address() {
    return URI.create("http://127.0.0.1:%d/events".formatted(server.getAddress().getPort()));
  }

  List<Event> events() {
    return List.copyOf(events);
  }

  List<Event> ofType(String type) {
    return events.stream().filter(event -> type.equals(event.attribute("type"))).toList();
  }

  /** Waits until there are as many, for ten seconds at most. */
  List<Event> await(String type, int count) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (ofType(type).size() < count && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    return ofType(type);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
