package dev.stranger.data.catalogue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A web server on this machine that has one file, and answers as it is told. */
final class MoodyServer implements AutoCloseable {

  private final byte[] content;
  private final HttpServer server;
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<String> ranges = new ArrayList<>();

  MoodyServer(byte[] content) throws IOException {
    this.content = content;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** How it answers one request. */
  interface Answer {
    void to(HttpExchange exchange, byte[] file) throws IOException;
  }

  /** Understands ranges, as web servers do. */
  static void whole(HttpExchange exchange, byte[] file) throws IOException {
    send(exchange, file, Integer.MAX_VALUE);
  }

  /** Announces all, sends some, hangs up. */
  static Answer dropsAfter(int bytes) {
    return (exchange, file) -> send(exchange, file, bytes);
  }

  static Answer status(int status) {
    return (exchange, file) -> exchange.sendResponseHeaders(status, -1);
  }

  private static void send(HttpExchange exchange, byte[] file, int most) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int start = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
    if (range != null) {
      exchange
          .getResponseHeaders()
          .add("Content-Range", "bytes %d-%d/%d".formatted(start, file.length - 1, file.length));
    }
    exchange.sendResponseHeaders(range == null ? 200 : 206, file.length - start);
    exchange.getResponseBody().write(file, start, Math.min(most, file.length - start));
    exchange.getResponseBody().flush();
  }

  /** To its next request; without any it sends the whole file. */
  void add(Answer answer) {
    answers.add(answer);
  }

  private void answer(HttpExchange exchange) throws IOException {
    ranges.add(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
    Answer answer = answers.isEmpty() ? MoodyServer::whole : answers.poll();
    try (exchange) {
      answer.to(exchange, content);
    }
  }

  /** What its requests asked for, "null" for all. */
  List<String> ranges() {
    return ranges;
  }

  String address() {
    return "http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
