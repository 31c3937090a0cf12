import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { keyIdLength, openSecretBox, secretKeysOf } from '../../secrets/secret-box.ts';
import type { Configuration } from '../../start/configuration.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

const nothingLost = 'All secrets in the database can be decrypted with the available keys.';

/** Checks that the keys to everything sealed in the database are present, and not readable by other users. */
export async function checkSecrets(client: pg.Client, configuration: Configuration): Promise<readonly Finding[]> {
  const where = secretKeysOf(configuration);
  const held = (await openSecretBox(where).keyIds()).map((id) => id.toString('hex'));
  const lost = (await countSealed(client)).filter(({ key }) => !held.includes(key));
  const findings: Finding[] = (await sealedSigningKeys(client))
    .filter(({ key }) => !held.includes(key))
    .map(({ id }) =>
      warning(
        'secrets',
        `The signing key ${id} was encrypted with a missing key. Servers without it sign with another one; tokens of this one stay valid. Put the key back into ${where.file} or KEYHOLD_SECRET_KEYS, or run: keyhold keys rotate`,
      ),
    );
  if (lost.length > 0) {
    const total = lost.reduce((sum, { count }) => sum + count, 0);
    const secrets = total === 1 ? 'One secret in the database was' : `${total} secrets in the database were`;
    findings.push(
      wrong(
        'secrets',
        `${secrets} encrypted with a missing key, such as the secrets of authenticator apps or the root key of offline leases. Put the key back into ${where.file} or KEYHOLD_SECRET_KEYS.`,
      ),
    );
  } else if (held.length === 0 && !where.make) {
    findings.push(
      warning(
        'secrets',
        'There is no key for secrets, so nobody can add an authenticator app. Set KEYHOLD_SECRET_KEYS (docs/operations.md).',
      ),
    );
  }
  const mode = where.given ? 0 : ((await stat(where.file).catch(() => null))?.mode ?? 0);
  if ((mode & 0o077) !== 0) {
    findings.push(
      wrong(
        'secrets',
        `Other users can read ${where.file}, which contains the keys for secrets. Run: chmod 600 ${where.file}`,
      ),
    );
  }
  return findings.length > 0 ? findings : [good('secrets', nothingLost)];
}

/** The sealed keys that sign; none before the next start upgrades a database of keys that are not sealed. */
async function sealedSigningKeys(client: pg.Client): Promise<readonly { id: string; key: string }[]> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('public."signing-keys"') and attname = 'private-key-secret'`,
  );
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ id: string; key: string }>(
    `select id, encode(substring("private-key-secret" from 1 for ${keyIdLength}), 'hex') as key
       from "signing-keys" where "private-key-secret" is not null and "retired-on" is null order by id`,
  );
  return rows;
}

/** Counts the other secrets sealed with each key. They are in `bytea` columns whose names end with `secret`. */
async function countSealed(client: pg.Client): Promise<readonly { key: string; count: number }[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select format('%I', relname) as table, format('%I', attname) as column
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped
        and atttypid = 'bytea'::regtype and attname ~ '(^|-)secret$' and relname <> 'signing-keys'`,
  );
  if (columns.length === 0) return [];
  const sealed = columns.map(({ table, column }) => `select ${column} as secret from ${table}`).join(' union all ');
  const { rows } = await client.query<{ key: string; count: number }>(
    `select encode(substring(secret from 1 for ${keyIdLength}), 'hex') as key, count(*)::int as count
       from (${sealed}) as sealed where secret is not null group by 1`,
  );
  return rows;
}
