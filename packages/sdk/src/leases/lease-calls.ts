import type { ServerEvent } from '../events/server-events.ts';
import { InvalidReplyError } from '../replies/errors.ts';
import { isRecord, numberOrNull, textOrNull } from '../replies/json.ts';
import { type LeaseReply, readLease } from '../replies/lease-reply.ts';
import { isServiceAccount } from '../session/api-token.ts';
import type { Session } from '../session/session.ts';
import type { Transport } from '../session/transport.ts';
import type { LeaseClaims } from '../signatures/claims.ts';
import type { Expected, Verifier } from '../signatures/verifier.ts';
import { randomId } from '../store/random-id.ts';
import type { ServerTime } from '../store/server-time.ts';
import type { Clock } from '../time/clock.ts';
import { type Term, termOf } from '../time/term.ts';
import { bodyOf, type DescribedRequest, idleOf } from './consume-request.ts';
import type { OfflineLease, OfflineLeases } from './offline-lease.ts';

/** A seat that the server granted, with its signature. */
export interface Grant {
  readonly id: string;
  readonly epoch: number;
  readonly license: string;
  /** The signed token, which also authorizes the release of the seat. */
  readonly token: string;
  readonly claims: LeaseClaims;
  readonly term: Term;
}

/** A heartbeat: its number in the epoch, its nonce, and when it was sent first. */
export interface Heartbeat {
  readonly seq: number;
  readonly nonce: string;
  readonly sentAt: number;
}

/** The calls of the licensing protocol for one user, device and stream. Every grant they return is verified. */
export interface LeaseCalls {
  /** Takes a seat for the user, or resumes the one that their device and stream holds or held. */
  consume(): Promise<Grant>;
  /** Like {@link LeaseCalls.consume}, or takes a place in line, or the seat that is offered to it. */
  enter(how: Entering): Promise<Grant | Place>;
  placeEvents(place: Place, signal: AbortSignal): Promise<Response>;
  /** The same events by long polls, from the place that is known. */
  waitForSeat(place: Place, known: number, signal: AbortSignal): Promise<readonly ServerEvent[]>;
  leaveLine(place: Place): Promise<void>;
  /** Returns to how many holders the message was sent. */
  ask(place: Place, message: string): Promise<number>;
  /** A heartbeat without a reply is repeated as it was: another one with its `seq` would be that of a copy. */
  heartbeat(grant: Grant, beat: Heartbeat): Promise<Grant>;
  checkIn(grant: Grant): Promise<void>;
  acknowledge(grant: Grant): Promise<void>;
  /** Checks a seat out and stores its lease. Idempotent: a retry returns the same lease. */
  takeOffline(grant: Grant, days: number): Promise<OfflineLease>;
  /** Returns a seat that was checked out although the reply was lost. */
  giveBack(grant: Grant): Promise<void>;
  /** @param lastEventId the last message that was shown */
  events(grant: Grant, signal: AbortSignal, lastEventId: string | null): Promise<Response>;
  /**
   * The same events by long polls of 25 s, for clients that cannot hold a stream.
   *
   * @param ending the id of the last `ending`
   */
  wait(
    grant: Grant,
    signal: AbortSignal,
    lastEventId: string | null,
    ending: string | null,
  ): Promise<readonly ServerEvent[]>;
  acknowledgeMessage(grant: Grant, id: string): Promise<void>;
}

/** How a seat is requested: waiting for it, taking over one's own, or taking the one offered to a place. */
export interface Entering {
  readonly wait?: boolean | undefined;
  readonly takeOver?: boolean | undefined;
  readonly place?: Place | undefined;
}

/** A place in line. */
export interface Place {
  readonly waiting: string;
  readonly place: number;
  readonly estimateMs: number | null;
}

export interface LeaseCallOptions {
  readonly transport: Transport;
  readonly verifier: Verifier;
  readonly session: Session;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly offline: OfflineLeases;
}

export function createLeaseCalls(
  { transport, verifier, session, clock, serverTime, offline }: LeaseCallOptions,
  request: DescribedRequest & { readonly streamId: string },
): LeaseCalls {
  /** The holder of the lease, also when another user signs in later. Null until the first lease for an API token. */
  let holder = session.identity();
  const ofHolder = () => (holder.user === null ? {} : { user: holder.user });
  const pathOf = (grant: Grant, call: string) => `/license/v1/leases/${encodeURIComponent(grant.id)}${call}`;

  async function grantOf(
    path: string,
    body: Record<string, unknown>,
    expected: Expected,
    { nonce, sentAt, timeoutMs }: { nonce: string; sentAt: number; timeoutMs?: number } = {
      nonce: randomId(),
      sentAt: clock.now(),
    },
  ): Promise<Grant> {
    const reply = await transport.send({ method: 'POST', path, body: { ...body, nonce }, ...ofHolder(), timeoutMs });
    return grantFrom(reply, expected, { nonce, sentAt });
  }

  async function grantFrom(
    raw: Record<string, unknown>,
    expected: Expected,
    { nonce, sentAt }: { readonly nonce: string; readonly sentAt: number },
  ): Promise<Grant> {
    const reply = readLease(raw);
    const claims = await verifier.verify(reply.token, {
      ...(holder.issuer === null ? {} : { issuer: holder.issuer }),
      ...ofHolder(),
      audience: request.product,
      epoch: reply.epoch,
      license: reply.license,
      device: request.device.id,
      stream: request.streamId,
      mode: 'online',
      nonce,
      ...expected,
    });
    if (holder.user === null) {
      if (!isServiceAccount(claims.user)) throw new InvalidReplyError('The lease token is about another user.');
      holder = { user: claims.user, issuer: claims.issuer };
      session.identify(holder);
    }
    if (claims.certificate.product !== claims.audience) {
      throw new InvalidReplyError('The lease token is about another product.');
    }
    // Only offline leases need the recorded time: a full disk must not end a lease that the server has just granted.
    await serverTime.note(claims.issuedAt).catch(() => undefined);
    const { id, epoch, license, token } = reply;
    return { id, epoch, license, token, claims, term: termOf(timesOf(reply, claims), sentAt, clock.random()) };
  }

  return {
    consume: () => grantOf('/license/v1/leases', bodyOf(request), request.license ? { license: request.license } : {}),
    async enter({ wait, takeOver, place }) {
      const nonce = randomId();
      const sentAt = clock.now();
      const body = {
        ...bodyOf(request),
        nonce,
        ...(place ? { waiting: place.waiting } : {}),
        ...(wait && !place ? { wait: true } : {}),
        ...(takeOver && !place ? { 'take-over': true } : {}),
      };
      // The server waits until the other device has saved.
      const waitsMs = takeOver && !place ? takeOverMs : 0;
      const reply = await transport.send({ method: 'POST', path: '/license/v1/leases', body, ...ofHolder(), waitsMs });
      // The seat of a place is any that its user may use.
      const expected = request.license && !place && !takeOver ? { license: request.license } : {};
      return readPlace(reply) ?? grantFrom(reply, expected, { nonce, sentAt });
    },
    placeEvents: ({ waiting }, signal) =>
      transport.open({ method: 'GET', path: placePath(waiting, '/events'), signal, ...ofHolder() }),
    async waitForSeat({ waiting }, known, signal) {
      const path = placePath(waiting, `/wait?timeout=${waitSeconds}&place=${known}`);
      return readItems(
        await transport.send({ method: 'GET', path, signal, ...ofHolder(), waitsMs: waitSeconds * 1000 }),
      );
    },
    async leaveLine({ waiting }) {
      await transport.send({ method: 'DELETE', path: placePath(waiting, ''), ...ofHolder() });
    },
    async ask({ waiting }, message) {
      const reply = await transport.send({
        method: 'POST',
        path: placePath(waiting, '/ask'),
        body: { message },
        ...ofHolder(),
      });
      return numberOrNull(reply['asked']) ?? 0;
    },
    heartbeat: (grant, { seq, ...beat }) =>
      grantOf(
        pathOf(grant, '/heartbeat'),
        { epoch: grant.epoch, seq, ...idleOf(request) },
        { epoch: grant.epoch, seq, license: grant.license },
        { ...beat, timeoutMs: heartbeatTimeout(grant) },
      ),
    async checkIn(grant) {
      const path = pathOf(grant, `?epoch=${grant.epoch}`);
      await transport.send({ method: 'DELETE', path, ...ofHolder(), leaseToken: grant.token });
    },
    async acknowledge(grant) {
      const body = { epoch: grant.epoch };
      await transport.send({
        method: 'POST',
        path: pathOf(grant, '/ack'),
        body,
        ...ofHolder(),
        leaseToken: grant.token,
      });
    },
    takeOffline: ({ id, epoch, license, claims: { user } }, days) =>
      offline.checkOut({ id, epoch, license, user, days }, request.product, request.device.id),
    async giveBack(grant) {
      await transport.send({
        method: 'POST',
        path: pathOf(grant, '/return'),
        body: { epoch: grant.epoch },
        ...ofHolder(),
      });
    },
    events: (grant, signal, lastEventId) =>
      transport.open({ method: 'GET', path: pathOf(grant, '/events'), signal, ...ofHolder(), lastEventId }),
    async wait(grant, signal, lastEventId, ending) {
      // Nothing is known at first: the server answers with the end, if it is near.
      const known = `&ending=${encodeURIComponent(ending ?? 'none')}`;
      const path = pathOf(grant, `/wait?epoch=${grant.epoch}&timeout=${waitSeconds}${known}`);
      const waitsMs = waitSeconds * 1000;
      return readItems(await transport.send({ method: 'GET', path, signal, ...ofHolder(), waitsMs, lastEventId }));
    },
    async acknowledgeMessage(grant, id) {
      await transport.send({
        method: 'POST',
        path: pathOf(grant, `/messages/${encodeURIComponent(id)}/ack`),
        ...ofHolder(),
      });
    },
  };
}

/** How long the server waits for the user's other device, in milliseconds. */
const takeOverMs = 10_000;

function placePath(waiting: string, call: string): string {
  return `/license/v1/waiting/${encodeURIComponent(waiting)}${call}`;
}

function readPlace(reply: Record<string, unknown>): Place | null {
  const waiting = isRecord(reply['waiting']) ? reply['waiting'] : {};
  const id = textOrNull(waiting['id']);
  const place = numberOrNull(waiting['place']);
  return id === null || place === null
    ? null
    : { waiting: id, place, estimateMs: numberOrNull(waiting['estimate-ms']) };
}

/** A third of the shortest lease; the rest of a license's term may be shorter. */
const soonestTimeout = 5000;

/** The time limit for the reply to a heartbeat, in milliseconds: after one that hangs, another fits into the lease. */
function heartbeatTimeout({ claims }: Grant): number {
  return Math.max(soonestTimeout, ((claims.expiresAt - claims.issuedAt) * 1000) / 3);
}

/** How long the server holds a poll without events, in seconds; proxies may cut longer ones. */
const waitSeconds = 25;

function readItems(reply: Record<string, unknown>): ServerEvent[] {
  const items = Array.isArray(reply['items']) ? reply['items'].filter(isRecord) : [];
  return items.map((item) => ({
    event: textOrNull(item['event']) ?? '',
    data: JSON.stringify(item['data'] ?? null),
    id: textOrNull(item['id']),
  }));
}

/** Limits the lease to the signed time, regardless of the unsigned part of the reply. */
function timesOf(reply: LeaseReply, claims: LeaseClaims) {
  const signedMs = (claims.expiresAt - claims.issuedAt) * 1000;
  return {
    expiresInMs: Math.min(reply.expiresInMs, signedMs),
    nextHeartbeatMs: reply.nextHeartbeatMs,
    graceMs: (claims.graceUntil - claims.expiresAt) * 1000,
  };
}
