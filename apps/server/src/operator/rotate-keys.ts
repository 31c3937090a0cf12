import { sql } from 'kysely';
import type { Caller } from '../access/actor.ts';
import { audit } from '../audit/audit.ts';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { clock, now } from '../db/expressions.ts';
import type { Installation } from '../installation.ts';
import { endEverySession } from '../modules/sessions/end-sessions.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { resealRootKey, withSealed } from '../tokens/private-keys.ts';
import { generateSigningKey, lockSigningKeys, signingKeyRn } from '../tokens/signing-keys.ts';

/** The result of a rotation. */
interface Rotation {
  /** The id of the key that signs from now on. */
  readonly signing: string;
  /** The keys that only verify from now on, and until when. */
  readonly retiring: readonly { readonly id: string; readonly 'retired-on': string }[];
}

/** Longer than any session can last (KEYHOLD_SESSION_HOURS is at most 720); used if the database has no sessions. */
const longestSession = sql`interval '720 hours'`;
/** For tokens that a node signs with its cached old key just before it is notified of the new one. */
const margin = sql`interval '5 minutes'`;

/**
 * Makes a new key sign. Every node is notified at once. The old keys verify until the last token signed with them has
 * expired, including tokens of leases in offline use; their private halves are erased. The first key for secrets seals the
 * new key, and the root key again.
 *
 * @param options.atOnce the old keys verify nothing from now on, and every session ends: for a compromised key
 */
export async function rotateKeys(
  { db, secrets }: { readonly db: Database; readonly secrets: SecretBox },
  installation: Pick<Installation, 'region' | 'providerAccountId'>,
  by: Caller,
  { atOnce = false } = {},
): Promise<Rotation> {
  const fresh = await withSealed(secrets, 'signing-keys', await generateSigningKey());
  const root = await resealRootKey(db, secrets);
  return inTransaction(db, 'every account', async (tx) => {
    await lockSigningKeys(tx);
    const end = atOnce ? now : sql<Date>`${await lastTokenEnd(tx)}::timestamptz`;
    const retiring = await tx
      .updateTable('signing-keys')
      // A key that already retires earlier keeps its date.
      .set({ 'retired-on': sql<Date>`least("retired-on", ${end})`, 'private-key': null, 'private-key-secret': null })
      .where(({ or, eb }) => or([eb('retired-on', 'is', null), eb('retired-on', '>', now)]))
      .returning(['id', 'retired-on'])
      .execute();
    await tx
      .insertInto('signing-keys')
      .values({ ...fresh, 'created-on': clock })
      .execute();
    if (root) await tx.updateTable('root-key').set({ 'private-key-secret': root }).execute();
    if (atOnce) await endEverySession(tx, by);
    const rotation: Rotation = {
      signing: fresh.id,
      retiring: retiring.map((row) => ({ id: row.id, 'retired-on': row['retired-on']?.toISOString() ?? '' })),
    };
    await audit(tx, by, {
      action: 'adm:RotateSigningKeys',
      resource: signingKeyRn(installation, fresh.id),
      after: rotation,
    });
    return rotation;
  });
}

/** When the last token expires that the current key may have signed. */
async function lastTokenEnd(tx: Transaction): Promise<Date> {
  const { end } = await tx
    .selectNoFrom(
      sql<Date>`greatest(
        (select max("expires-on") from sessions where "ended-on" is null),
        now() + (select coalesce(max("expires-on" - "created-on"), ${longestSession}) from sessions),
        (select max("expires-at") from licenses where "lease-state" <> 'free')
      ) + ${margin}`.as('end'),
    )
    .executeTakeFirstOrThrow();
  return end;
}
