package keyhold;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import keyhold.internal.Json;

/** Signs users in, by the browser or by a code. */
final class SignIn {
  /** How long the user has. */
  private static final Duration LIMIT = Duration.ofMinutes(10);
  /** The increase of the interval after each slow_down (RFC 8628, section 3.5), in milliseconds. */
  private static final long SLOW_DOWN = 5000;
  private static final long LONGEST_INTERVAL = 60_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final AuthorizationServer server;
  private final Clock clock;

  /** The name of this device. */
  private final String named;
  /** Completed when the client is closed. */
  private final CompletableFuture<Map<String, String>> closing;

  SignIn(AuthorizationServer server, Clock clock, CompletableFuture<Map<String, String>> closing, String named) {
    this.server = server;
    this.clock = clock;
    this.closing = closing;
    this.named = named;
  }

  /** 128 random bits. */
  static String randomText() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String deviceName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "Computer";
    }
  }

  TokenPair byBrowser(Consumer<String> open) {
    server.find();
    try (Loopback listener = new Loopback()) {
      String verifier = randomText() + randomText();
      String state = randomText();
      Map<String, String> query = new LinkedHashMap<>();
      query.put("response_type", "code");
      query.put("client_id", server.application);
      query.put("redirect_uri", listener.address());
      query.put("code_challenge", challenge(verifier));
      query.put("code_challenge_method", "S256");
      query.put("state", state);
      query.put("device_name", named);
      open.accept(server.endpoint("authorization_endpoint") + "?" + AuthorizationServer.form(query));
      Map<String, String> response = listener.await(LIMIT.toMillis(), closing);
      if (closing.isDone()) throw Keyhold.closed();
      boolean isSignedIn = false;
      try {
        TokenPair pair = redeem(response, state, verifier, listener.address());
        isSignedIn = true;
        return pair;
      } finally {
        listener.finish(isSignedIn);
      }
    } catch (TimeoutException late) {
      throw KeyholdException.of("expired", "Nobody signed in within the time that there was. Sign in again.");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The sign-in was ended.");
    }
  }

  /** A response to another request, or of another server, may be an attempt to sign in as another user (RFC 9700, RFC 9207). */
  private TokenPair redeem(Map<String, String> response, String state, String verifier, String redirect) {
    if (!state.equals(response.get("state"))) {
      throw KeyholdException.of("wrong-state", "The browser brought the answer to another sign-in. Sign in again.");
    }
    if (!server.issuer().equals(response.get("iss"))) {
      throw KeyholdException.of("wrong-issuer", "The browser brought the answer of another server. Sign in again.");
    }
    if (response.containsKey("error")) {
      throw AuthorizationServer.failure(response.get("error"), response.get("error_description"), 400);
    }
    Map<String, String> grant = Map.of("grant_type", "authorization_code", "code", response.getOrDefault("code", ""),
        "redirect_uri", redirect, "code_verifier", verifier);
    return server.requestTokens(grant, Transport.REPLY_TIMEOUT);
  }

  private static String challenge(String verifier) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Waits until the next attempt. */
  private void pause(long milliseconds) {
    try {
      closing.get(milliseconds, TimeUnit.MILLISECONDS);
      throw Keyhold.closed();
    } catch (TimeoutException over) {
      return;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw KeyholdException.of("interrupted", "The sign-in was ended.");
    }
  }

  TokenPair byCode(Consumer<SignInCode> show) {
    Map<String, Object> device =
        server.post("device_authorization_endpoint", Map.of("device_name", named), Transport.REPLY_TIMEOUT);
    String address = Json.text(device.get("verification_uri"));
    Double lasts = Json.number(device.get("expires_in"));
    if (address == null || lasts == null) throw KeyholdException.unreachable(Transport.FOREIGN, null, null);
    String complete = device.get("verification_uri_complete") instanceof String text ? text : address;
    Instant expires = Instant.ofEpochMilli(clock.wall() + (long) (lasts * 1000));
    show.accept(new SignInCode(String.valueOf(device.get("user_code")), address, complete, expires));
    Map<String, String> grant = Map.of("grant_type", "urn:ietf:params:oauth:grant-type:device_code",
        "device_code", String.valueOf(device.get("device_code")));
    long until = clock.now() + (long) (lasts * 1000);
    long interval = device.get("interval") instanceof Double seconds ? (long) (seconds * 1000) : 5000;
    while (clock.now() < until) {
      pause(interval);
      try {
        return server.requestTokens(grant, Transport.REPLY_TIMEOUT);
      } catch (KeyholdException failure) {
        if (failure.is("slow_down")) interval += SLOW_DOWN;
        else if (failure.is("unreachable")) interval = Math.min(interval * 2, LONGEST_INTERVAL);
        else if (!failure.is("authorization_pending")) throw failure;
      }
    }
    throw KeyholdException.of("expired", "Nobody signed in within the time that there was. Sign in again.");
  }
}
