package keyhold;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import keyhold.internal.Json;

/** The license server as an OAuth 2.0 server (RFC 6749, RFC 8414, RFC 8628, RFC 7009). */
final class AuthorizationServer {
  private final Transport transport;
  private final Clock clock;
  final String application;
  private Map<String, Object> found;

  AuthorizationServer(Transport transport, String application, Clock clock) {
    this.transport = transport;
    this.application = application;
    this.clock = clock;
  }

  /** Reads the metadata, unless it is cached. Its issuer must be the base address (RFC 8414, section 3.3). */
  synchronized Map<String, Object> find() {
    if (application == null) {
      throw KeyholdException.of("no-application", "Give the builder the id under which the application is registered.");
    }
    if (found != null) return found;
    Map<String, Object> metadata = exchange(Transport.Request.get("/.well-known/oauth-authorization-server"));
    if (!transport.base.equals(metadata.get("issuer"))) {
      String issuer = String.valueOf(metadata.get("issuer"));
      throw KeyholdException.invalidReply(
          "The server at " + transport.base + " calls itself " + issuer + ". Use that as the base address.", null);
    }
    found = metadata;
    return found;
  }

  String issuer() {
    return String.valueOf(find().get("issuer"));
  }

  /** An address of the metadata, which must be below the issuer. */
  String endpoint(String name) {
    String address = String.valueOf(find().get(name));
    if (!address.startsWith(transport.base + "/")) {
      throw KeyholdException.invalidReply("The server does not say where people sign in.", null);
    }
    return address;
  }

  Map<String, Object> post(String endpoint, Map<String, String> fields, Duration timeout) {
    Map<String, String> form = new LinkedHashMap<>(fields);
    form.put("client_id", application);
    String path = endpoint(endpoint).substring(transport.base.length());
    return exchange(Transport.Request.post(path, form(form)).within(timeout));
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Map<String, Object> exchange(Transport.Request request) {
    HttpResponse<String> response = transport.exchange(request, null, BodyHandlers.ofString());
    Map<String, Object> reply = Json.object(response.body());
    boolean isSuccess = response.statusCode() / 100 == 2;
    if (isSuccess && (response.body().isEmpty() || !reply.isEmpty() || response.body().startsWith("{"))) return reply;
    String code = Json.text(reply.get("error"));
    if (isSuccess || code == null || Transport.isBusy(response.statusCode())) {
      throw KeyholdException.unreachable(Transport.FOREIGN, Transport.retryAfter(response.headers()), null);
    }
    throw failure(code, Json.text(reply.get("error_description")), response.statusCode());
  }

  /** The error for a code of RFC 6749 or RFC 8628. */
  static KeyholdException failure(String code, String description, int status) {
    String sentence = description == null ? "The server refused: " + code + "." : description;
    return switch (code) {
      case "temporarily_unavailable", "server_error" -> KeyholdException.unreachable(sentence, null, null);
      case "invalid_grant", "invalid_client" -> KeyholdException.refused("authentication", sentence, status);
      case "access_denied" -> KeyholdException.of("denied", "The sign-in was denied.");
      case "expired_token" -> KeyholdException.of("expired", "The code has expired. Sign in again.");
      case "authorization_pending", "slow_down" -> KeyholdException.of(code, sentence);
      default -> KeyholdException.of("refused", sentence);
    };
  }

  /** Sends a grant and returns its tokens. */
  TokenPair requestTokens(Map<String, String> grant, Duration timeout) {
    Map<String, Object> reply = post("token_endpoint", grant, timeout);
    String access = Json.text(reply.get("access_token"));
    String refresh = Json.text(reply.get("refresh_token"));
    Double seconds = Json.number(reply.get("expires_in"));
    if (access == null || refresh == null || seconds == null) throw KeyholdException.unreachable(Transport.FOREIGN, null, null);
    return new TokenPair(access, refresh, clock.wall() + seconds * 1000);
  }

  TokenPair renew(String refresh) {
    return requestTokens(Map.of("grant_type", "refresh_token", "refresh_token", refresh), Renewal.TIMEOUT);
  }

  void revoke(String token) {
    post("revocation_endpoint", Map.of("token", token), Transport.REPLY_TIMEOUT);
  }
}
