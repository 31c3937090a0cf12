import { sql } from 'kysely';
import { type Actor, type Caller, crossesAccounts } from '../access/actor.ts';
import { allPolicies, rolePolicies } from '../access/rights.ts';
import { accountMayAct, condition } from '../db/conditions.ts';
import { type Database, inTransaction, readOnly } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import { type Installation, rnOf } from '../installation.ts';
import { ProblemError, unauthenticated } from '../problem.ts';
import { type AllowedAddresses, allowedAddresses } from './addresses.ts';
import { hashOfToken } from './token-secret.ts';

/** A service account, as identified by its token. */
interface TokenBearer {
  readonly actor: Omit<Actor, keyof Caller>;
  readonly addresses: AllowedAddresses | null;
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number;
  /** Seconds until its use must be recorded again. */
  readonly rest: number;
}

/**
 * Returns the service account of a token, as it is in the database now. Records the use, limited by `precision`.
 *
 * @param precision of the token's `last-used-on`, in seconds
 * @throws {ProblemError} 401 when there is no such token, it has expired, or its account is not active; 403 from an
 * address that the token does not allow
 */
export async function authenticateToken(
  db: Database,
  caller: Caller,
  token: string,
  precision: number,
): Promise<TokenBearer> {
  const hash = hashOfToken(token);
  if (!hash) throw unauthenticated();
  const row = await findToken(db, hash, precision);
  if (!row) throw unauthenticated();
  const addresses = allowedAddresses(row.addresses);
  if (addresses && !addresses.allows(caller.origin.address)) throw otherAddress(caller.origin.address);
  if (row.rest <= 0) await noteUse(db, row.id);
  return {
    actor: actorOf(caller.installation, row),
    addresses,
    expires: row['expires-on'].getTime(),
    rest: row.rest > 0 ? row.rest : precision,
  };
}

function otherAddress(address: string) {
  const message = `This token is not good at the address ${address}.`;
  return new ProblemError(403, [{ code: 'other-address', message }]);
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function findToken(db: Database, hash: Buffer, precision: number) {
  return readOnly(db, 'every account', (tx) =>
    tx
      .selectFrom('service-account-tokens as token')
      .innerJoin('service-accounts as bearer', 'bearer.id', 'token.service-account-id')
      .innerJoin('accounts as account', 'account.id', 'bearer.account-id')
      .select([
        'token.id',
        'token.version',
        'token.addresses',
        'token.expires-on',
        'bearer.id as bearer-id',
        'bearer.account-id',
        'bearer.name',
        'bearer.policies',
      ])
      .select(
        sql<number>`coalesce(${precision} - extract(epoch from now() - token."last-used-on"), 0)::float8`.as('rest'),
      )
      .select(rolePolicies('service-account', 'bearer.id'))
      .where('token.hash', '=', hash)
      .where('token.expires-on', '>', now)
      .where(condition(accountMayAct('account')))
      .executeTakeFirst(),
  );
}

async function noteUse(db: Database, token: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx.updateTable('service-account-tokens').set({ 'last-used-on': now }).where('id', '=', token).execute(),
  );
}

function actorOf(installation: Installation, row: TokenRow): Omit<Actor, keyof Caller> {
  const policies = allPolicies(row);
  return {
    accountId: row['account-id'],
    userId: row['bearer-id'],
    sessionId: row.id,
    sessionVersion: row.version,
    isServiceAccount: true,
    rn: rnOf(installation, row['account-id'], 'service-account', row['bearer-id']),
    email: '',
    name: row.name,
    policies,
    crossesAccounts: crossesAccounts(installation, row['account-id'], policies),
  };
}
