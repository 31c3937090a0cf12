import type { ResourceType } from '@keyhold/contract';
import pg from 'pg';

/** A row of a resource, by its id. */
export type ResourceRows = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The tables of resources, by the type in their resource names. */
export const tables: Readonly<Record<ResourceType, string>> = {
  account: 'accounts',
  user: 'users',
  'service-account': 'service-accounts',
  role: 'roles',
  tag: 'tags',
  license: 'licenses',
  pool: 'pools',
  'addon-license': 'addon-licenses',
  product: 'products',
  addon: 'addons',
  application: 'applications',
};

/** An entry of the audit log. */
export interface Entry {
  readonly action: string;
  readonly resource: string;
}

/** Reads rows of resources and the log over a separate connection. */
export async function readResources(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: 'watch' });
  await client.connect();
  await client.query("set keyhold.account = '*'");
  return {
    /** All rows of resources, by `<type>:<id>`. */
    async rows(): Promise<ResourceRows> {
      const each = Object.entries(tables).map(
        ([type, table]) => `select '${type}:' || id as key, to_jsonb("${table}") as row from "${table}"`,
      );
      const { rows } = await client.query<{ key: string; row: Record<string, unknown> }>(each.join(' union all '));
      return new Map(rows.map(({ key, row }) => [key, row]));
    },
    /** The number of entries by account, to read those after them. */
    async heads(): Promise<ReadonlyMap<string, number>> {
      const { rows } = await client.query<{ account: string; seq: string }>(
        'select "account-id" as account, max(seq)::text as seq from audit group by 1',
      );
      return new Map(rows.map(({ account, seq }) => [account, Number(seq)]));
    },
    /** The entries since then, of each account in order. */
    async entriesAfter(heads: ReadonlyMap<string, number>): Promise<readonly Entry[]> {
      const { rows } = await client.query<Entry & { account: string; seq: string }>(
        'select "account-id" as account, seq::text, action, resource from audit order by "account-id", audit.seq',
      );
      return rows.filter(({ account, seq }) => Number(seq) > (heads.get(account) ?? 0));
    },
    /** Announces a text, behind everything that was announced before. */
    async announce(payload: object): Promise<void> {
      await client.query("select pg_notify('keyhold', $1)", [JSON.stringify(payload)]);
    },
    close: () => client.end(),
  };
}
