package keyhold;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Listens on a free port of 127.0.0.1 and accepts one authorization response of the user's browser (RFC 8252). */
final class Loopback implements AutoCloseable {
  private static final String PATH = "/signed-in";
  private static final String STYLE = ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{display:grid;"
      + "place-content:center;min-height:90vh;margin:0;padding:1rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}"
      + "p{margin:0;opacity:.75}";

  private final HttpServer server;
  private final ExecutorService executor = Executors.newCachedThreadPool(Keyhold::daemon);
  private final String host;
  private final AtomicBoolean isTaken = new AtomicBoolean();
  private final CompletableFuture<Map<String, String>> response = new CompletableFuture<>();
  private final CompletableFuture<Boolean> isSignedIn = new CompletableFuture<>();
  private final CompletableFuture<Void> shown = new CompletableFuture<>();

  Loopback() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 16);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    host = "127.0.0.1:" + server.getAddress().getPort();
    server.setExecutor(executor);
    server.createContext("/", this::handle);
    server.start();
  }

  String address() {
    return "http://" + host + PATH;
  }

  /** The authorization response, or what another future is completed with before. */
  Map<String, String> await(long milliseconds, CompletableFuture<Map<String, String>> other)
      throws InterruptedException, TimeoutException {
    try {
      return response.applyToEither(other, first -> first).get(milliseconds, TimeUnit.MILLISECONDS);
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Shows the user whether they are signed in. */
  void finish(boolean success) {
    isSignedIn.complete(success);
    try {
      shown.get(5, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException closed) {
      // The browser is gone.
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    // The comparison of the host prevents DNS rebinding.
    boolean isOurs = exchange.getRequestMethod().equals("GET")
        && host.equals(exchange.getRequestHeaders().getFirst("Host"))
        && exchange.getRequestURI().getPath().equals(PATH);
    if (!isOurs || !isTaken.compareAndSet(false, true)) {
      show(exchange, 404, "Nothing is here", "You can close this window.");
      return;
    }
    try {
      response.complete(parameters(exchange.getRequestURI().getRawQuery()));
      if (isSignedIn.join()) show(exchange, 200, "You are signed in", "You can close this window.");
      else show(exchange, 400, "You are not signed in", "You can close this window. The application says what happened.");
    } finally {
      shown.complete(null);
    }
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String field : String.valueOf(query).split("&")) {
      String[] parts = field.split("=", 2);
      parameters.put(decode(parts[0]), parts.length < 2 ? "" : decode(parts[1]));
    }
    return parameters;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException wrong) {
      return text;
    }
  }

  /** A page that loads no resources and runs no scripts: its address has a code, which must not reach a cache or a frame. */
  private static void show(HttpExchange exchange, int status, String title, String sentence) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Connection", "close");
    byte[] page = ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>" + title + "</title><style>" + STYLE
        + "</style><h1>" + title + "</h1><p>" + sentence + "</p></html>").getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  @Override
  public void close() {
    isSignedIn.complete(false);
    server.stop(0);
    executor.shutdownNow();
  }
}
