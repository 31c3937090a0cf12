package keyhold;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import keyhold.internal.Json;

/** Makes requests, limits their time, and throws every failure as a {@link KeyholdException}. */
final class Transport {
  static final Duration REPLY_TIMEOUT = Duration.ofSeconds(10);
  static final String FOREIGN = "The reply is not from a license server. Check the base address.";

  final String base;
  private volatile HttpClient client;

  Transport(String base, ExecutorService executor) {
    this.base = base.replaceAll("/+$", "");
    // A redirect is of a proxy, which must not get the token.
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(REPLY_TIMEOUT).executor(executor).build();
  }

  /** Ends the connections: newer JDKs at once, JDK 17 when nothing refers to the client. */
  void close() {
    HttpClient last = client;
    client = null;
    if (last instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception failure) {
        System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "The connections did not end.", failure);
      }
    }
  }

  /**
   * A request to the server.
   *
   * @param body sent as JSON, or a text as a form; null for none
   * @param timeout the limit for the reply
   * @param lastShown the id of the last message that was shown, or null
   * @param call ends the request from another thread; null where none does
   */
  record Request(String method, String path, Object body, Duration timeout, String lastShown, Call call) {
    static Request get(String path) {
      return new Request("GET", path, null, REPLY_TIMEOUT, null, null);
    }

    static Request post(String path, Object body) {
      return new Request("POST", path, body, REPLY_TIMEOUT, null, null);
    }

    static Request delete(String path) {
      return new Request("DELETE", path, null, REPLY_TIMEOUT, null, null);
    }

    Request within(Duration limit) {
      return new Request(method, path, body, limit, lastShown, call);
    }

    Request after(String message) {
      return new Request(method, path, body, timeout, message, call);
    }

    Request by(Call ending) {
      return new Request(method, path, body, timeout, lastShown, ending);
    }
  }

  /** Requests that end together. */
  static final class Call {
    private CompletableFuture<?> sent;
    private boolean isCancelled;

    synchronized boolean isCancelled() {
      return isCancelled;
    }

    synchronized void attach(CompletableFuture<?> next) {
      sent = next;
      if (isCancelled) next.cancel(true);
    }

    synchronized void cancel() {
      isCancelled = true;
      if (sent != null) sent.cancel(true);
    }
  }

  /** Sends a request and returns the reply's JSON. */
  Map<String, Object> send(Request request, String bearer) {
    HttpResponse<String> response = exchange(request, bearer, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) throw refusal(response.statusCode(), response.headers(), response.body());
    Map<String, Object> reply = Json.object(response.body());
    // Only the key set has no envelope. Any other reply is of a proxy, such as a hotel's sign-in page.
    boolean isOurs = Boolean.TRUE.equals(reply.get("success")) || reply.containsKey("keys");
    if (!isOurs) throw KeyholdException.unreachable(FOREIGN, null, null);
    return reply;
  }

  /** Sends a request and returns its response, whatever its status; an interrupt of the thread ends it. */
  <T> HttpResponse<T> exchange(Request request, String bearer, BodyHandler<T> handler) {
    HttpClient open = client;
    if (open == null) throw KeyholdException.of("closed", "The client is closed.");
    CompletableFuture<HttpResponse<T>> sent = open.sendAsync(built(request, bearer), handler);
    if (request.call != null) request.call.attach(sent);
    try {
      return sent.get(request.timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The call was interrupted.");
    } catch (CancellationException ended) {
      throw KeyholdException.of("interrupted", "The call was ended.");
    } catch (TimeoutException late) {
      sent.cancel(true);
      throw KeyholdException.unreachable("The license server did not answer in time.", null, late);
    } catch (ExecutionException failure) {
      throw KeyholdException.unreachable("The license server cannot be reached.", null, failure.getCause());
    }
  }

  private HttpRequest built(Request request, String bearer) {
    boolean isForm = request.body instanceof String;
    String text = request.body == null ? null : isForm ? (String) request.body : Json.write(request.body);
    HttpRequest.Builder builder = HttpRequest.newBuilder(address(request.path))
        .method(request.method, text == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text))
        .timeout(request.timeout)
        .header("Accept", "application/json, text/event-stream");
    if (text != null) builder.header("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    if (bearer != null) builder.header("Authorization", "Bearer " + bearer);
    if (request.lastShown != null) builder.header("Last-Event-ID", request.lastShown);
    return builder.build();
  }

  private URI address(String path) {
    try {
      return URI.create(base + path);
    } catch (IllegalArgumentException wrong) {
      throw KeyholdException.invalidReply("The base address is not an address: " + base, wrong);
    }
  }

  /** A reply without the envelope of a refusal is of a proxy: as that of a busy or failing server, it counts as no reply. */
  static KeyholdException refusal(int status, HttpHeaders headers, String body) {
    Map<String, Object> reply = Json.object(body);
    boolean isRefusal = Boolean.FALSE.equals(reply.get("success")) && reply.get("problems") instanceof List<?>;
    String sentence = reply.get("errors") instanceof List<?> errors && !errors.isEmpty() ? Json.text(errors.get(0)) : null;
    String message = sentence == null ? FOREIGN : sentence;
    List<?> problems = isRefusal ? (List<?>) reply.get("problems") : List.of();
    Map<String, Object> problem = problems.isEmpty() ? Map.of() : Json.object(problems.get(0));
    // Asking again is refused, as a busy server's reply is, with 429.
    boolean isAsked = "already-asked".equals(problem.get("code"));
    if (!isRefusal || (isBusy(status) && !isAsked)) return KeyholdException.unreachable(message, retryAfter(headers), null);
    String code = status == 401 ? "authentication" : String.valueOf(problem.getOrDefault("code", "refused"));
    Double wait = Json.number(problem.getOrDefault("earliest-free-in-ms", problem.get("retry-after-ms")));
    Duration free = wait == null ? null : Duration.ofMillis(wait.longValue());
    String by = Json.text(problem.get("by"));
    return new KeyholdException(code, message, status, free, Json.text(problem.get("reason")), by, null).holding(held(problem));
  }

  private static List<HeldLease> held(Map<String, Object> problem) {
    if (!(problem.get("held-by-me") instanceof List<?> leases)) return List.of();
    return leases.stream().map(Json::object).map(one -> new HeldLease(Json.text(one.get("license")),
        Json.text(one.get("device-name")), Json.text(one.get("since")))).toList();
  }

  /** Whether a server is busy, did not process the request, or failed. */
  static boolean isBusy(int status) {
    return status == 408 || status == 425 || status == 429 || status >= 500;
  }

  static Duration retryAfter(HttpHeaders headers) {
    try {
      return headers.firstValue("Retry-After").map(text -> Duration.ofMillis((long) (Double.parseDouble(text) * 1000))).orElse(null);
    } catch (NumberFormatException date) {
      return null;
    }
  }
}
