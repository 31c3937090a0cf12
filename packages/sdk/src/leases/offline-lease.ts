import type { JWK } from 'jose';
import {
  AuthenticationError,
  InvalidReplyError,
  KeyholdError,
  RefusedError,
  UnreachableError,
} from '../replies/errors.ts';
import { isRecord, numberOrNull, parseJson, textOrNull } from '../replies/json.ts';
import { readLease } from '../replies/lease-reply.ts';
import type { Transport } from '../session/transport.ts';
import type { Certificate, LeaseClaims } from '../signatures/claims.ts';
import { verifyOffline } from '../signatures/root-key.ts';
import { checkExpected, type Expected } from '../signatures/verifier.ts';
import { randomId } from '../store/random-id.ts';
import type { ServerTime } from '../store/server-time.ts';
import type { KeyholdStore } from '../store/store.ts';
import type { Clock } from '../time/clock.ts';

/** A seat that is checked out: it needs no server until it expires. */
export interface OfflineLease {
  /** The id and the epoch of the lease that was checked out. */
  readonly id: string;
  readonly epoch: number;
  /** The rn of the license. */
  readonly license: string;
  /** The rn of the user who checked it out. */
  readonly user: string;
  readonly certificate: Certificate;
  /** The rns of the add-ons on the license. */
  readonly addons: readonly string[];
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
  /** Whether the application may work right now. */
  readonly entitled: boolean;
  /**
   * Returns the seat early, even when no user is signed in. The application must stop working afterwards.
   *
   * @throws {UnreachableError} when the server cannot be reached: the seat is then still checked out.
   */
  return(): Promise<void>;
  /** Resolves when the seat was returned. */
  readonly returned: Promise<void>;
}

export interface OfflineOptions {
  readonly store: KeyholdStore;
  readonly serverTime: ServerTime;
  readonly clock: Clock;
  readonly transport: Transport;
  /** The root key that the application has built in. */
  readonly rootKey: JWK | undefined;
}

/** A stored lease. */
interface Kept {
  readonly id: string;
  readonly epoch: number;
  readonly token: string;
}

/** A check-out that was requested. It is stored for its user until the reply arrives. */
export interface CheckOut {
  readonly id: string;
  readonly epoch: number;
  readonly license: string;
  readonly user: string;
  readonly days: number;
}

export interface OfflineLeases {
  /**
   * Checks a seat out and stores its lease for later runs. The request is stored first, so that a lost reply, or the end
   * of the application, loses no seat: it is repeated by the next call or by {@link OfflineLeases.complete}. If another
   * seat was checked out meanwhile, this one is returned.
   *
   * @throws {ClockError} when the machine's clock is behind the server's.
   * @throws {KeyholdError} `no-root-key` when the application has none built in; `already-offline` when another seat of
   * the product is checked out.
   */
  checkOut(request: CheckOut, product: string, device: string): Promise<OfflineLease>;
  /**
   * Repeats a check-out of this user whose reply was lost; null when there is none, or the server refuses it.
   *
   * @throws {UnreachableError} when the server cannot be reached.
   * @throws {AuthenticationError} when the session ended.
   */
  complete(product: string, device: string, user: string): Promise<OfflineLease | null>;
  /** The stored lease, or null when there is none or it expired. */
  open(product: string, device: string): Promise<OfflineLease | null>;
}

export function createOfflineLeases({ store, serverTime, clock, transport, rootKey }: OfflineOptions): OfflineLeases {
  /** Devices may share a store, such as a roaming profile. */
  const leaseName = (product: string, device: string) => `keyhold.offline.${idOf(product)}.${device}`;
  const checkOutName = (product: string, device: string, user: string) =>
    `keyhold.check-out.${idOf(product)}.${idOf(user)}.${device}`;

  function requireRootKey(): JWK {
    if (rootKey) return rootKey;
    throw new KeyholdError('no-root-key', 'Offline use needs the server’s root key: give rootKey to createKeyhold.');
  }

  async function verify(token: string, expected: Expected): Promise<LeaseClaims> {
    const claims = await verifyOffline(token, requireRootKey());
    checkExpected(claims, expected);
    await serverTime.note(claims.issuedAt);
    return claims;
  }

  async function read(name: string): Promise<Kept | null> {
    const text = await store.get(name);
    return text === null ? null : readKept(text);
  }

  /** Sends a check-out whose request is stored. Idempotent: each reply has the same end. */
  async function request(checkOut: CheckOut, product: string, device: string): Promise<OfflineLease> {
    const { id, epoch, license, user, days } = checkOut;
    const path = `/license/v1/leases/${encodeURIComponent(id)}/offline`;
    const nonce = randomId();
    const [name, requestName] = [leaseName(product, device), checkOutName(product, device, user)];
    try {
      const { token } = readLease(await transport.send({ method: 'POST', path, body: { epoch, days, nonce }, user }));
      const claims = await verify(token, { audience: product, device, user, license, epoch, nonce });
      const lease: Kept = { id, epoch, token };
      const isOnly = await isOnlyLease(lease, product, device);
      if (isOnly) await store.set(name, JSON.stringify(lease));
      else await giveBack(lease, user);
      await store.set(requestName, null);
      if (!isOnly) throw alreadyOffline();
      return present(lease, claims, name);
    } catch (error) {
      const refused = error instanceof RefusedError && !(error instanceof AuthenticationError);
      if (refused) await store.set(requestName, null);
      throw error;
    }
  }

  async function giveBack({ id, epoch, token }: Kept, user: string): Promise<void> {
    const path = `/license/v1/leases/${encodeURIComponent(id)}/return`;
    await transport.send({ method: 'POST', path, body: { epoch }, user, leaseToken: token });
  }

  /** Whether no other seat of the product is in offline use on the device. */
  async function isOnlyLease({ id, epoch }: Pick<Kept, 'id' | 'epoch'>, product: string, device: string) {
    const stored = await current(product, device);
    return stored === null || (stored.kept.id === id && stored.kept.epoch === epoch);
  }

  /** The stored lease if it has not expired; null when there is none, or it can never be opened. */
  async function current(product: string, device: string): Promise<{ kept: Kept; claims: LeaseClaims } | null> {
    try {
      const kept = await read(leaseName(product, device));
      if (kept === null) return null;
      const claims = await verify(kept.token, { audience: product, device });
      return clock.wallTime() < claims.expiresAt * 1000 ? { kept, claims } : null;
    } catch (error) {
      if (error instanceof InvalidReplyError) return null;
      throw error;
    }
  }

  /** The leases of this run by their tokens: one that is returned is over for everyone who opened it. */
  const presented = new Map<string, OfflineLease>();

  function present(kept: Kept, claims: LeaseClaims, name: string): OfflineLease {
    const lease = presented.get(kept.token) ?? createOfflineLease(kept, claims, name);
    presented.set(kept.token, lease);
    return lease;
  }

  function createOfflineLease(kept: Kept, claims: LeaseClaims, name: string): OfflineLease {
    const until = claims.expiresAt * 1000;
    const openedAt = { wall: clock.wallTime(), now: clock.now() };
    let isReturned = false;
    let over: () => void = () => undefined;
    const returned = new Promise<void>((resolve) => {
      over = resolve;
    });
    return {
      id: kept.id,
      epoch: kept.epoch,
      license: claims.license,
      user: claims.user,
      certificate: claims.certificate,
      addons: claims.addons,
      until,
      get entitled() {
        // Setting the wall clock back while the application runs does not extend the lease.
        const time = Math.max(clock.wallTime(), openedAt.wall + clock.now() - openedAt.now);
        return !isReturned && time < until;
      },
      async return() {
        await giveBack(kept, claims.user);
        isReturned = true;
        presented.delete(kept.token);
        over();
        const text = await store.get(name);
        if (text === JSON.stringify(kept)) await store.set(name, null);
      },
      returned,
    };
  }

  return {
    async checkOut(checkOut, product, device) {
      requireRootKey();
      // The lease could not be opened in a later run, and the seat cannot be recalled.
      await serverTime.check();
      const stored = await current(product, device);
      if (stored) {
        const { kept, claims } = stored;
        if (kept.id === checkOut.id && kept.epoch === checkOut.epoch)
          return present(kept, claims, leaseName(product, device));
        throw alreadyOffline();
      }
      await store.set(checkOutName(product, device, checkOut.user), JSON.stringify(checkOut));
      return request(checkOut, product, device);
    },
    async complete(product, device, user) {
      try {
        const stored = readCheckOut(await store.get(checkOutName(product, device, user)));
        return stored?.user === user ? await request(stored, product, device) : null;
      } catch (error) {
        if (error instanceof UnreachableError || error instanceof AuthenticationError) throw error;
        return null;
      }
    },
    async open(product, device) {
      const name = leaseName(product, device);
      const kept = await read(name);
      if (kept === null) return null;
      const claims = await verify(kept.token, { audience: product, device });
      await serverTime.check();
      return clock.wallTime() < claims.expiresAt * 1000 ? present(kept, claims, name) : null;
    },
  };
}

function readKept(text: string): Kept {
  const content = parseJson(text);
  const stored = isRecord(content) ? content : {};
  const id = textOrNull(stored['id']);
  const epoch = numberOrNull(stored['epoch']);
  const token = textOrNull(stored['token']);
  if (id && epoch !== null && token) return { id, epoch, token };
  throw new InvalidReplyError('The offline lease that was kept cannot be read.');
}

/** Null when there is none, or it is damaged. */
function readCheckOut(text: string | null): CheckOut | null {
  const content = text === null ? null : parseJson(text);
  if (!isRecord(content)) return null;
  const id = textOrNull(content['id']);
  const epoch = numberOrNull(content['epoch']);
  const license = textOrNull(content['license']);
  const user = textOrNull(content['user']);
  const days = numberOrNull(content['days']);
  return id && epoch !== null && license && user && days !== null ? { id, epoch, license, user, days } : null;
}

function idOf(rn: string): string {
  return rn.slice(rn.lastIndexOf(':') + 1);
}

function alreadyOffline(): KeyholdError {
  return new KeyholdError(
    'already-offline',
    'Another license of this product is in offline use on this device. Return it first.',
  );
}
