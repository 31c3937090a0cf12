import type { SingleSignOn } from '@keyhold/contract';
import { type Selectable, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { SignInConnectionsTable } from '../../../db/schema.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { conflict } from '../../../problem.ts';

/** The connection of an account with its identity provider. */
export type Connection = Selectable<SignInConnectionsTable> & {
  readonly domains: readonly {
    readonly name: string;
    readonly record: string;
    readonly 'verified-on': string | null;
  }[];
  readonly 'role-ids': readonly string[];
};

/** The connection of an account, or null; locked when it is about to change. */
export async function findConnection(
  tx: Transaction,
  account: string,
  { lock = false } = {},
): Promise<Connection | null> {
  const row = await tx
    .selectFrom('sign-in-connections')
    .selectAll()
    .select([
      sql<Connection['domains']>`(select coalesce(jsonb_agg(jsonb_build_object('name', name, 'record', record,
        'verified-on', "verified-on") order by name), '[]')
        from "connection-domains" as domains where domains."account-id" = "sign-in-connections"."account-id")`.as(
        'domains',
      ),
      sql<string[]>`array(select "role-id"::text from "connection-roles" as given
        where given."account-id" = "sign-in-connections"."account-id" order by 1)`.as('role-ids'),
    ])
    .where('account-id', '=', account)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Like {@link findConnection}, but there must be one. */
export async function requireConnection(
  tx: Transaction,
  account: string,
  options?: { readonly lock: true },
): Promise<Connection> {
  const connection = await findConnection(tx, account, options);
  if (!connection) throw connectionMissing();
  return connection;
}

function connectionMissing() {
  return conflict('connection-missing', 'This account has no single sign-on. Set it up first.');
}

/** A connection as replies show it, without its secret. */
export function connectionResource(installation: Installation, connection: Connection): SingleSignOn {
  return {
    issuer: connection.issuer,
    'client-id': connection['client-id'],
    domains: connection.domains.map(({ name, record, 'verified-on': verified }) => ({
      name,
      'verified-on': verified === null ? null : new Date(verified).toISOString(),
      record,
    })),
    'create-users': connection['create-users'],
    'tags-claim': connection['tags-claim'],
    'default-roles': connection['role-ids'].map((id) => rnOf(installation, connection['account-id'], 'role', id)),
    'trust-provider-factor': connection['trust-provider-factor'],
  };
}

/** The context in which an account's client secret is sealed. */
export function clientSecretContext(account: string): string {
  return `client secret of ${account}`;
}
