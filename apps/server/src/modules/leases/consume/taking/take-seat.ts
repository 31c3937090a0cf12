import type { Policy } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { type Actor, serverCaller } from '../../../../access/actor.ts';
import type { Transaction } from '../../../../db/database.ts';
import type { Input } from '../../../../http/input.ts';
import { moveSeats } from '../../move-seats.ts';
import { available, type SeatRequest } from '../../picking/seat-request.ts';
import { type LeaseRow, leaseColumns, selectLeases } from '../../seat/lease-row.ts';
import { holderEmail, type MovedSeat, recordMoves, seatFacts } from '../../seat/record-moves.ts';
import { type Move, type SeatState, seatMoves } from '../../seat/seat.ts';
import type { Holder } from '../../seat/seat-columns.ts';

type Body = Input<'consumeLicense'>['body'];

/** Writes the holder into the row of a seat that the caller has locked. */
export async function takeSeat(
  tx: Transaction,
  actor: Actor,
  body: Body,
  key: string,
  event: 'consume' | 'resume' | 'repeat',
): Promise<LeaseRow> {
  let before = await readSeat(tx, key);
  if (before['lease-state'] === 'offline' || before['lease-state'] === 'releasing') {
    // The seat has expired, but the sweep has not recorded it yet.
    await moveSeats(tx, serverCaller(actor.installation), 'time out', [key]);
    before = await readSeat(tx, key);
  }
  const move = moveOf(event, stateOf(before));
  await tx
    .updateTable('licenses')
    .from('products')
    .whereRef('products.id', '=', 'licenses.product-id')
    .where('licenses.id', '=', key)
    .set(move.columns({ holder: holderOf(actor, body) }))
    .execute();
  const after = await selectLeases(tx).where('licenses.id', '=', key).executeTakeFirstOrThrow();
  recordMoves(tx, actor, move, [{ ...before, until: after['expires-at'] }], {}, after);
  return after;
}

function stateOf({ 'lease-state': state, taken, 'offered-to': waiter }: LeaseRow): SeatState {
  if (state === 'free' && waiter !== null) return 'offered';
  return state === 'active' && !taken ? 'lapsed' : state;
}

function moveOf(event: 'consume' | 'resume' | 'repeat', state: SeatState): Move {
  const move = (seatMoves[event] as Partial<Record<SeatState, Move>>)[state];
  if (!move) throw new Error(`A seat that is ${state} has no event ${event}.`);
  return move;
}

function readSeat(tx: Transaction, key: string) {
  return selectLeases(tx)
    .select(holderEmail.as('holder-email'))
    .where('licenses.id', '=', key)
    .executeTakeFirstOrThrow();
}

/**
 * Takes by one statement the first of some candidate seats that is not locked and whose policies are unchanged since
 * they were read, so that the decision by those policies still applies under the lock; null when there is none.
 */
export async function takeFirstFreeSeat(
  tx: Transaction,
  actor: Actor,
  body: Body,
  seats: { readonly keys: readonly string[]; readonly policies: readonly Policy[]; readonly pool?: string },
  { releasedOn, version }: Pick<SeatRequest, 'releasedOn' | 'version'>,
): Promise<LeaseRow | null> {
  const { keys } = seats;
  const values = {
    keys,
    policies: JSON.stringify(seats.policies),
    pool: seats.pool ?? null,
    releasedOn,
    version,
    ...holderOf(actor, body),
  };
  const [taken] = (await takeFirst(values).execute(tx)).rows;
  if (!taken) return null;
  const { before, ...after } = taken;
  const move = before['lease-state'] === 'free' ? seatMoves.consume.free : seatMoves.consume.lapsed;
  const at = (time: string | null) => (time === null ? null : new Date(time));
  const times = {
    'expires-at': at(before['expires-at']),
    'freed-on': at(before['freed-on']),
    until: after['expires-at'],
  };
  recordMoves(tx, actor, move, [{ ...before, ...times }], {}, after);
  return after;
}

/** The criteria for the candidate to take, and its new holder. */
interface Taking extends Holder {
  readonly keys: readonly string[];
  /** JSON text. */
  readonly policies: string;
  readonly pool: string | null;
  readonly releasedOn: string | null;
  readonly version: string | null;
}

const takeFirst = compileOnce((tx: Transaction, taking: ParametersFor<Taking>) =>
  tx
    .with('seat', (query) =>
      query
        .selectFrom('licenses')
        .select([...seatFacts.map((column) => `licenses.${column}` as const), holderEmail.as('holder-email')])
        .where(sql<boolean>`licenses.id = any(${taking.keys})`)
        .where('licenses.deleted-on', 'is', null)
        .where(sql<boolean>`licenses.policies = ${taking.policies}::jsonb`)
        .where(sql<boolean>`licenses."pool-id" is not distinct from ${taking.pool}::uuid`)
        .where(available(taking))
        // Seats whose release or offline use has just timed out take the slow path, which records the timeout.
        .where('licenses.lease-state', 'in', [sql.lit('free' as const), sql.lit('active' as const)])
        .orderBy(sql`array_position(${taking.keys}::text[], licenses.id)`)
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('licenses')
    .from(['seat', 'products'])
    .whereRef('licenses.id', '=', 'seat.id')
    .whereRef('products.id', '=', 'licenses.product-id')
    .set(seatMoves.consume.free.columns({ holder: taking }))
    .returningAll('licenses')
    .returning(leaseColumns)
    .returning(sql<SeatJson>`to_json(seat)`.as('before')),
);

/** The seat before the move, as JSON. */
type SeatJson = Omit<MovedSeat, 'expires-at' | 'freed-on' | 'until'> & {
  readonly 'expires-at': string | null;
  readonly 'freed-on': string | null;
};

function holderOf({ userId, sessionId, origin, isServiceAccount }: Actor, body: Body): Holder {
  const { client, device, 'stream-id': stream, 'max-seconds': most } = body;
  return {
    'holder-id': userId,
    'machine-id': isServiceAccount ? userId : null,
    'max-seconds': most ?? null,
    'session-id': sessionId,
    'client-name': client.name,
    'client-version': client.version,
    'device-id': device.id,
    'device-ip': origin.address,
    'device-locale': device.locale,
    'device-name': device.name,
    'device-os': device.os,
    'device-user': device.user,
    'stream-id': stream,
  };
}
