import type { Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { holderRn } from '../../../records/holder-rn.ts';
import { moveSeats } from '../move-seats.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import type { Ending } from '../seat/seat.ts';

/** Ends the leases of those licenses whose policies do not, or no longer, allow their holder to consume them. */
export async function endIneligibleLeases(
  tx: Transaction,
  by: Actor,
  licenseIds: readonly string[],
  ending: Ending,
): Promise<void> {
  if (licenseIds.length === 0) return;
  const held = await tx
    .selectFrom('licenses')
    .select(['id', 'account-id', 'holder-id', 'machine-id', 'pool-id'])
    .select(
      sql<
        Policy[]
      >`coalesce((select pools.policies from pools where pools.id = licenses."pool-id"), licenses.policies)`.as(
        'policies',
      ),
    )
    .select(
      sql<string[]>`array(select "tag-id"::text from "user-tags" where "user-id" = licenses."holder-id")`.as('tag-ids'),
    )
    .where('id', '=', anyOf(licenseIds, 'text'))
    .where('lease-state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  const lost = held.filter((license) => !holderIsEligible(by.installation, license));
  await moveSeats(
    tx,
    by,
    'release',
    lost.map((license) => license.id),
    ending,
  );
}

function holderIsEligible(
  installation: Installation,
  license: {
    readonly id: string;
    readonly 'account-id': string;
    readonly 'holder-id': string | null;
    readonly 'machine-id': string | null;
    readonly 'pool-id': string | null;
    readonly policies: readonly Policy[];
    readonly 'tag-ids': readonly string[];
  },
): boolean {
  const account = license['account-id'];
  const rn = holderRn(installation, license);
  if (rn === null) return false;
  const subject = {
    rn,
    tags: license['tag-ids'].map((id) => rnOf(installation, account, 'tag', id)),
  };
  const pool = license['pool-id'];
  const granted =
    pool === null ? rnOf(installation, account, 'license', license.id) : rnOf(installation, account, 'pool', pool);
  return mayConsume(license.policies, granted, subject);
}
