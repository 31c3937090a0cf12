import type pg from 'pg';
import { appliedMigrations } from '../../backups/tables.ts';
import { kindOf } from '../../db/migrations/kinds.ts';
import { migrations } from '../../db/migrations/migrate.ts';
import { countOlderNodes } from '../../db/migrations/older-nodes.ts';
import { oldestVersion } from '../../db/open/open.ts';
import { queryRow } from '../../db/open/query-row.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

/** Checks the PostgreSQL server: version, encoding, and whether committed data survives a crash. */
export async function checkServer(client: pg.Client): Promise<readonly Finding[]> {
  const server = await queryRow<Record<'version' | 'encoding' | 'fsync' | 'pages', string>>(
    client,
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as pages`,
  );
  const findings = [
    Number.parseInt(server.version, 10) < oldestVersion &&
      wrong('database', `PostgreSQL ${server.version} is too old. Upgrade it to ${oldestVersion} or newer.`),
    server.encoding !== 'UTF8' &&
      wrong(
        'database',
        `The database encoding is ${server.encoding}. Create a database with encoding UTF8 and restore a backup into it.`,
      ),
    (server.fsync !== 'on' || server.pages !== 'on') &&
      wrong(
        'database',
        'PostgreSQL may lose data in a crash. Set fsync and full_page_writes to on in postgresql.conf.',
      ),
  ];
  return madeOrElse(findings, good('database', `PostgreSQL ${server.version} is reachable.`));
}

/** Returns the findings, or the other finding if there are none. */
function madeOrElse(findings: readonly (Finding | false)[], otherwise: Finding): readonly Finding[] {
  const made = findings.filter((finding) => finding !== false);
  return made.length > 0 ? made : [otherwise];
}

/** Checks the collations: an index created with another version of the libraries may no longer find its rows. */
export async function checkCollations(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ name: string; made: string; present: string }>(
    `select collname::text as name, collversion as made, pg_collation_actual_version(oid) as present
       from pg_collation where collname in ('name-order', 'und-x-icu')
     union all
     select datname, datcollversion, pg_database_collation_actual_version(oid)
       from pg_database where datname = current_database() and datcollversion is not null`,
  );
  const missing = ['name-order', 'und-x-icu'].filter((name) => rows.every((row) => row.name !== name));
  if (missing.length > 0) {
    return [wrong('collations', `The collation ${missing.join(' and ')} is missing. ${missingAdvice}`)];
  }
  const { database } = await queryRow<{ database: string }>(client, 'select current_database() as database');
  const changed = rows.filter((row) => row.made !== row.present);
  if (changed.length === 0) return [good('collations', 'The collations are unchanged since the indexes were created.')];
  return [
    wrong(
      'collations',
      `The sort order of ${changed.map((row) => row.name).join(', ')} in the system's libraries has changed since the indexes were created. Run in the database: reindex database "${database}"; ${changed.map(refreshStatement).join(' ')}`,
    ),
  ];
}

const missingAdvice = 'Start Keyhold once to create its tables; PostgreSQL must be built with ICU.';

function refreshStatement({ name }: { name: string }): string {
  const isCollation = name === 'name-order' || name === 'und-x-icu';
  const scope = isCollation ? `collation "${name}"` : `database "${name}"`;
  return `alter ${scope} refresh ${isCollation ? '' : 'collation '}version;`;
}

/** Checks the extension, row-level security, and the role that requests run as. */
export async function checkRights(client: pg.Client): Promise<readonly Finding[]> {
  const found = await queryRow<{
    trigram: boolean;
    app: boolean;
    member: boolean | null;
    strong: boolean | null;
    superuser: boolean;
    open: string[];
  }>(
    client,
    `select exists (select 1 from pg_extension where extname = 'pg_trgm') as trigram, app.rolname is not null as app,
       pg_has_role(app.oid, 'member') as member, app.rolsuper or app.rolbypassrls or app.rolcanlogin as strong,
       me.rolsuper as superuser, array(
         select distinct relname::text from pg_class join pg_attribute on attrelid = pg_class.oid
          where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'account-id'
            and relname <> 'audit-heads' and not (relrowsecurity and relforcerowsecurity)) as open
       from pg_roles as me left join pg_roles as app on app.rolname = 'keyhold_app' where me.rolname = current_user`,
  );
  const findings = [
    !found.trigram && wrong('rights', 'The extension pg_trgm is missing. Run: create extension pg_trgm;'),
    !found.app && wrong('rights', 'The role keyhold_app is missing. Start Keyhold once to create it.'),
    found.app &&
      !found.member &&
      wrong(
        'rights',
        'The database user is not a member of keyhold_app. Ask a database administrator to run for that user: grant keyhold_app to …;',
      ),
    found.strong === true &&
      wrong(
        'rights',
        'The role keyhold_app has too many privileges. Run: alter role keyhold_app nosuperuser nobypassrls nologin;',
      ),
    found.open.length > 0 &&
      wrong(
        'rights',
        `Row-level security is off for ${found.open.join(', ')}. Run for each: alter table … enable row level security, force row level security;`,
      ),
    found.superuser &&
      warning(
        'rights',
        'Keyhold connects to the database as a superuser, which is unnecessary. Use another user in DATABASE_URL.',
      ),
  ];
  return madeOrElse(findings, good('rights', 'Roles, row-level security and extensions are correct.'));
}

/** Checks whether the schema is that of this version. */
export async function checkMigrations(client: pg.Client): Promise<readonly Finding[]> {
  const applied = await appliedMigrations(client);
  const unknown = applied.filter((name) => !(name in migrations));
  const waiting = Object.keys(migrations).filter((name) => !applied.includes(name));
  const first = waiting.findLast((name) => kindOf(name) === 'expand');
  const contracted = unknown.filter((name) => kindOf(name) === 'contract');
  if (contracted.length > 0) {
    return [wrong('schema', `This database belongs to a newer Keyhold (${contracted.join(', ')}). Run that version.`)];
  }
  if (first !== undefined) {
    return [warning('schema', `The schema is older than this version. The next start migrates it to ${first}.`)];
  }
  if (unknown.length > 0) {
    return [
      warning(
        'schema',
        `A newer Keyhold is upgrading this database (${unknown.join(', ')}). Upgrade this server, too.`,
      ),
    ];
  }
  const left = await checkUpgrade(client, waiting);
  return left.length > 0 ? left : [good('schema', `The schema matches this version (${applied.at(-1)}).`)];
}

/** Checks the part of an upgrade that running servers do: migrations, and the VACUUM of rewritten tables. */
async function checkUpgrade(client: pg.Client, waiting: readonly string[]): Promise<readonly Finding[]> {
  const contracting = waiting.find((name) => kindOf(name) === 'contract');
  const older = contracting === undefined ? 0 : await countOlderNodes(client, contracting);
  const vacuums = await client.query<{ tables: readonly string[] }>(
    `select payload -> 'tables' as tables from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'vacuum-tables'`,
  );
  const tables = [...new Set(vacuums.rows.flatMap((job) => job.tables))];
  const findings = [
    waiting.length > 0 &&
      (older > 0
        ? warning(
            'schema',
            `The upgrade is not finished: ${waiting.join(', ')} wait${waiting.length === 1 ? 's' : ''} for ${older === 1 ? 'one server' : `${older} servers`} of an older version to stop.`,
          )
        : warning('schema', `The upgrade is not finished: running servers still have to apply ${waiting.join(', ')}.`)),
    tables.length > 0 &&
      warning('schema', `The upgrade is not finished: running servers still have to vacuum ${tables.join(', ')}.`),
  ];
  return findings.filter((finding) => finding !== false);
}

/** Checks the clocks: if they differ, sessions expire early or late. */
export async function checkClock(client: pg.Client): Promise<readonly Finding[]> {
  const before = Date.now();
  const { now } = await queryRow<{ now: Date }>(client, 'select clock_timestamp() as now');
  const middle = (before + Date.now()) / 2;
  const seconds = Math.round((now.getTime() - middle) / 100) / 10;
  if (Math.abs(seconds) <= 2) return [good('clock', 'The clocks of this machine and the database agree.')];
  const sentence = `The database's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine's. Synchronize both with a time server.`;
  return [(Math.abs(seconds) > 30 ? wrong : warning)('clock', sentence)];
}
