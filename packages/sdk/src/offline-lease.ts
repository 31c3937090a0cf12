import type { JWK } from 'jose';
import type { Certificate, LeaseClaims } from './claims.ts';
import type { Clock } from './clock.ts';
import { InvalidReplyError, KeyholdError } from './errors.ts';
import { isRecord, numberOrNull, parseJson, textOrNull } from './json.ts';
import { verifyOffline } from './root-key.ts';
import type { ServerTime } from './server-time.ts';
import type { KeyholdStore } from './store.ts';
import type { Transport } from './transport.ts';
import { checkExpected } from './verifier.ts';

/** A seat that is checked out: it needs no server until it expires. */
export interface OfflineLease {
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

export interface OfflineLeases {
  /** Verifies a granted lease and stores it for later runs. */
  keep(lease: Kept, product: string, device: string): Promise<OfflineLease>;
  /** The stored lease, or null when there is none or it expired. */
  open(product: string, device: string): Promise<OfflineLease | null>;
  /** @throws {KeyholdError} when the application has no root key built in. */
  requireRootKey(): JWK;
}

export function createOfflineLeases({ store, serverTime, clock, transport, rootKey }: OfflineOptions): OfflineLeases {
  const nameOf = (product: string) => `keyhold.offline.${product}`;

  function requireRootKey(): JWK {
    if (rootKey) return rootKey;
    throw new KeyholdError('no-root-key', 'Offline use needs the server’s root key: give rootKey to createKeyhold.');
  }

  async function verify({ token }: Kept, product: string, device: string): Promise<LeaseClaims> {
    const claims = await verifyOffline(token, requireRootKey());
    checkExpected(claims, { audience: product, device });
    await serverTime.note(claims.issuedAt);
    return claims;
  }

  function present(kept: Kept, claims: LeaseClaims, product: string): OfflineLease {
    const until = claims.expiresAt * 1000;
    const openedAt = { wall: clock.wallTime(), now: clock.now() };
    let returned = false;
    return {
      license: claims.license,
      user: claims.user,
      certificate: claims.certificate,
      addons: claims.addons,
      until,
      get entitled() {
        // Setting the wall clock back while the application runs does not extend the lease.
        const time = Math.max(clock.wallTime(), openedAt.wall + clock.now() - openedAt.now);
        return !returned && time < until;
      },
      async return() {
        const path = `/license/v1/leases/${encodeURIComponent(kept.id)}/return`;
        await transport.send({ method: 'POST', path, body: { epoch: kept.epoch }, leaseToken: kept.token });
        returned = true;
        await store.set(nameOf(product), null);
      },
    };
  }

  return {
    requireRootKey,
    async keep(lease, product, device) {
      const claims = await verify(lease, product, device);
      await store.set(nameOf(product), JSON.stringify(lease));
      return present(lease, claims, product);
    },
    async open(product, device) {
      const text = await store.get(nameOf(product));
      if (text === null) return null;
      const kept = readKept(text);
      const claims = await verify(kept, product, device);
      await serverTime.check();
      return clock.wallTime() < claims.expiresAt * 1000 ? present(kept, claims, product) : null;
    },
  };
}

function readKept(text: string): Kept {
  const content = parseJson(text);
  const kept = isRecord(content) ? content : {};
  const id = textOrNull(kept['id']);
  const epoch = numberOrNull(kept['epoch']);
  const token = textOrNull(kept['token']);
  if (!id || epoch === null || !token) throw new InvalidReplyError('The offline lease that was kept cannot be read.');
  return { id, epoch, token };
}
