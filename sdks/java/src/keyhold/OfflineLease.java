package keyhold;

import java.time.Instant;
import java.util.List;
import keyhold.internal.Claims;

/** A seat that is checked out: it needs no server until it expires. */
public final class OfflineLease {
  private final OfflineLeases owner;
  private final OfflineLeases.Kept kept;
  private final String name;
  private final Claims claims;
  private final Clock clock;
  private final long openedWall;
  private final long openedAt;
  private volatile boolean isReturned;
  private volatile Runnable whenReturned = () -> {};

  OfflineLease(OfflineLeases owner, OfflineLeases.Kept kept, String name, Claims claims, Clock clock) {
    this.owner = owner;
    this.kept = kept;
    this.name = name;
    this.claims = claims;
    this.clock = clock;
    openedWall = clock.wall();
    openedAt = clock.now();
  }

  /** The id of the lease that was checked out. */
  public String id() {
    return kept.id();
  }

  /** The epoch of the lease that was checked out. */
  public long epoch() {
    return kept.epoch();
  }

  /** The rn of the license. */
  public String license() {
    return claims.text("lic");
  }

  /** The rn of the user who checked it out. */
  public String user() {
    return claims.text("sub");
  }

  /** The terms of the license. */
  public Certificate certificate() {
    return Certificate.of(claims.certificate());
  }

  /** The rns of the add-ons on the license. */
  public List<String> addons() {
    return claims.addons();
  }

  /** When it ends. */
  public Instant until() {
    return Instant.ofEpochSecond((long) claims.number("exp"));
  }

  /** Whether the application may work right now. Setting the calendar back while it runs changes nothing. */
  public boolean isEntitled() {
    long counted = Math.max(clock.wall(), openedWall + clock.now() - openedAt);
    return !isReturned && counted < claims.number("exp") * 1000;
  }

  /**
   * Returns the seat early, even when nobody is signed in. The application must stop working afterwards. With the code
   * {@code unreachable} the seat is still checked out.
   */
  public void giveBack() {
    owner.giveBack(kept, user());
    isReturned = true;
    owner.forget(name, kept);
    whenReturned.run();
  }

  boolean isReturned() {
    return isReturned;
  }

  void whenReturned(Runnable work) {
    whenReturned = work;
  }
}
