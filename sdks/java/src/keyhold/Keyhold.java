package keyhold;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import keyhold.internal.Json;

/** The connection of an application to its license server. Its methods may be called by several threads. */
public final class Keyhold implements AutoCloseable {
  /** The number of attempts of an initial request, over about 15 s. */
  private static final int ATTEMPTS = 5;
  /** How long {@link #close} waits for the threads of the client, in seconds. */
  private static final long CLOSE_LIMIT = 15;

  final Clock clock;
  final Store store;
  final ServerTime serverTime;
  final Session session;
  final Transport transport;
  final OfflineLeases offline;
  final Keys keys;
  final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1, Keyhold::daemon);
  final ExecutorService executor = Executors.newCachedThreadPool(Keyhold::daemon);
  private final Renewal renewal;
  private final AuthorizationServer server;
  private final String deviceName;
  private final Set<Lease> leases = ConcurrentHashMap.newKeySet();
  private final Set<PlaceInLine> places = ConcurrentHashMap.newKeySet();
  /** Completed when the client is closed; the sign-ins that end then. */
  private final CompletableFuture<Map<String, String>> closing = new CompletableFuture<>();
  private final Set<CompletableFuture<Void>> signIns = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  Keyhold(KeyholdBuilder options) {
    clock = options.clock;
    store = options.store;
    transport = new Transport(options.baseUrl, executor);
    server = new AuthorizationServer(transport, options.application, clock);
    String name = "keyhold.sign-in." + options.application + "@" + transport.base;
    renewal = new Renewal(store, name, server, clock);
    session = new Session(clock, renewal);
    serverTime = new ServerTime(store, clock);
    keys = new Keys(transport, clock);
    offline = new OfflineLeases(this, options.rootKey);
    deviceName = options.deviceName == null ? SignIn.deviceName() : options.deviceName;
    if (options.token != null) session.use(options.token);
  }

  /** Begins to describe the connection. */
  public static KeyholdBuilder builder() {
    return new KeyholdBuilder();
  }

  static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "keyhold");
    thread.setDaemon(true);
    return thread;
  }

  /** Releases every lease, and ends every thread and connection. A seat that could not be released becomes free with its lease. */
  @Override
  public void close() {
    isClosed = true;
    closing.complete(Map.of());
    List<Runnable> ends = new ArrayList<>();
    for (PlaceInLine place : places) ends.add(() -> place.leave(closed()));
    for (CompletableFuture<Void> signIn : signIns) ends.add(signIn::join);
    for (Lease lease : leases) ends.add(() -> releaseQuietly(lease));
    List<Thread> releases = ends.stream().map(Keyhold::daemon).toList();
    releases.forEach(Thread::start);
    try {
      for (Thread thread : releases) thread.join(CLOSE_LIMIT * 1000);
      scheduler.shutdownNow();
      executor.shutdown();
      if (!executor.awaitTermination(CLOSE_LIMIT, TimeUnit.SECONDS)) executor.shutdownNow();
    } catch (InterruptedException stopped) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
    transport.close();
  }

  private static void releaseQuietly(Lease lease) {
    try {
      lease.release();
    } catch (KeyholdException failure) {
      System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "A seat could not be released.", failure);
    }
  }

  /** Signs a user in with their browser, which the function opens at an address. The tokens are kept and renewed. */
  public void signIn(Consumer<String> open) {
    begin(how -> how.byBrowser(open));
  }

  /** Signs a user in by a code that they enter in a browser elsewhere, for terminals and devices without a browser. */
  public void signInByCode(Consumer<SignInCode> show) {
    begin(how -> how.byCode(show));
  }

  private void begin(Function<SignIn, TokenPair> signIn) {
    CompletableFuture<Void> running = new CompletableFuture<>();
    signIns.add(running);
    try {
      if (isClosed) throw closed();
      begin(signIn.apply(new SignIn(server, clock, closing, deviceName)));
    } finally {
      signIns.remove(running);
      running.complete(null);
    }
  }

  private void begin(TokenPair pair) {
    try {
      renewal.keep(pair);
    } catch (RuntimeException full) {
      // Nobody could use the session, and it would be listed until it expires.
      server.revoke(pair.refresh());
      throw full;
    }
    session.adopt(pair);
  }

  /** Restores the sign-in of an earlier run from the store; false when there is none. Sends no request. */
  public boolean restore() {
    Optional<TokenPair> pair = renewal.restore();
    pair.ifPresent(session::adopt);
    return pair.isPresent();
  }

  /**
   * Ends the session on the server, which releases its leases, and deletes the tokens, in every run that shares the store.
   * The user is always signed out here.
   */
  public void signOut() {
    Session.Current current = session.currentOrNull();
    TokenPair pair = current != null && current.pair() != null ? current.pair() : renewal.restore().orElse(null);
    try {
      if (pair != null) server.revoke(pair.refresh());
      if (current != null && current.pair() == null) call(Transport.Request.post("/auth/v1/logout", Map.of()), null);
    } catch (KeyholdException failure) {
      if (!failure.isSignedOut()) throw failure;
    } finally {
      session.end();
      renewal.forget();
    }
  }

  /** A valid access token, for the application's own requests. */
  public String accessToken() {
    if (session.isDue()) session.renew(session.signedIn());
    return session.signedIn().token();
  }

  /** Uses a session token that the application got elsewhere, or the API token of a machine. */
  public void useToken(String token) {
    session.use(token);
  }

  /** The rn of the signed-in user or machine. Whose API token it is, its first lease says ({@code no-lease-yet} before). */
  public String user() {
    String user = session.signedIn().user();
    if (user == null) throw KeyholdException.of("no-lease-yet", "Whose API token it is is known with its first lease.");
    return user;
  }

  /** Takes a seat of a product (its rn or id) on this machine; see {@link #consume(ConsumeRequest)}. */
  public Lease consume(String product, Application application) {
    return consume(new ConsumeRequest(product, null, application, Device.thisMachine()));
  }

  /**
   * Takes a seat, or resumes the one that this user holds on this device, and keeps it alive until it is released. If this
   * user has checked a seat of the product out on this device, its offline lease is opened, for which no server is needed.
   */
  public Lease consume(ConsumeRequest request) {
    return consume(request, null);
  }

  /** As {@link #consume(ConsumeRequest)}, and where no seat is free, waits in line or takes over the user's own other seat. */
  public Lease consume(ConsumeRequest request, Entering how) {
    Session.Current current = session.signedIn();
    LeaseCalls calls = new LeaseCalls(this, request, current);
    Optional<OfflineLease> checkedOut = offline.openOwn(request, current.user());
    if (checkedOut.isEmpty() && current.user() != null) {
      String device = request.device().id();
      checkedOut = Waiting.retry(clock, ATTEMPTS, () -> offline.complete(request.product(), device, current.user()));
    }
    Grant grant = null;
    if (checkedOut.isEmpty()) grant = how == null ? Waiting.retry(clock, ATTEMPTS, calls::consume) : calls.enter(how);
    Lease lease = new Lease(this, calls, grant, checkedOut.orElse(null));
    leases.add(lease);
    if (isClosed) {
      lease.release();
      throw closed();
    }
    lease.start();
    return lease;
  }

  /** Waits in line, at most until the client is closed. */
  Grant waiting(PlaceInLine place, Function<PlaceInLine, Grant> wait) {
    places.add(place);
    try {
      if (isClosed) place.leave(closed());
      return wait.apply(place);
    } finally {
      places.remove(place);
    }
  }

  static KeyholdException closed() {
    return KeyholdException.of("closed", "The client is closed.");
  }

  void forget(Lease lease) {
    leases.remove(lease);
  }

  /** The offline lease of a product on this machine; see {@link #openOffline(String, String)}. */
  public Optional<OfflineLease> openOffline(String product) {
    return openOffline(product, MachineId.read());
  }

  /**
   * The offline lease of a product that an earlier run checked out on a device; it needs neither a server nor a signed-in user.
   * With both, it also completes a check-out of this user whose reply was lost.
   */
  public Optional<OfflineLease> openOffline(String product, String device) {
    Optional<OfflineLease> lease = offline.open(product, device);
    Session.Current current = session.currentOrNull();
    if (lease.isPresent() || current == null || current.user() == null) return lease;
    try {
      return offline.complete(product, device, current.user());
    } catch (KeyholdException unreachable) {
      // Without a server there is no lease to open yet.
      return Optional.empty();
    }
  }

  /** The licenses that the user may consume, of one product (its rn or id) or of all (null). */
  public List<ConsumableLicense> consumable(String product) {
    String query = product == null ? "" : "?product=" + URLEncoder.encode(product, StandardCharsets.UTF_8);
    Map<String, Object> reply = call(Transport.Request.get("/license/v1/licenses/consumable" + query), null);
    if (!(reply.get("items") instanceof List<?> items)) {
      throw KeyholdException.invalidReply("The server answered without a list of licenses.", null);
    }
    List<ConsumableLicense> licenses = new ArrayList<>();
    for (Object item : items) {
      Map<String, Object> license = Json.object(item);
      String of = Json.text(Json.object(license.get("certificate")).get("product"));
      licenses.add(new ConsumableLicense(Json.text(license.get("rn")), of,
          Boolean.TRUE.equals(license.get("available")), Boolean.TRUE.equals(license.get("held-by-me"))));
    }
    return licenses;
  }

  static String leasePath(String id, String call) {
    return "/license/v1/leases/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + call;
  }

  /** Sends a request in the session of a user (null: of any). */
  Map<String, Object> call(Transport.Request request, String user) {
    renewEarly();
    return session.inSession(user, bearer -> transport.send(request, bearer));
  }

  /** Sends a request that the lease's own token authorizes, too. */
  Map<String, Object> callAsHolder(Transport.Request request, String user, String leaseToken) {
    return session.asHolder(user, leaseToken, bearer -> transport.send(request, bearer));
  }

  /** Renews in the background when most of the token's lifetime is over, since a lease ends with its session. */
  void renewEarly() {
    if (!session.isDue() || isClosed) return;
    Session.Current current = session.signedIn();
    executor.execute(() -> {
      try {
        session.renew(current);
      } catch (KeyholdException failure) {
        System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "The session could not be renewed yet.", failure);
      }
    });
  }
}
