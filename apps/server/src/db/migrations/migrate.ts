import { runMigrations as migrateJobs } from 'graphile-worker';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.ts';
import { ensureAppRole } from '../open/app-role.ts';
import { queryRow } from '../open/query-row.ts';
import { openPool } from '../pool.ts';
import { StartError } from '../start-error.ts';
import * as foundation from './0001-foundation.ts';
import * as leases from './0002-leases.ts';
import * as rootKey from './0003-root-key.ts';
import * as idempotency from './0004-idempotency.ts';
import * as leaseMessages from './0010-lease-messages.ts';
import * as usage from './0011-usage.ts';
import * as webhooks from './0012-webhooks.ts';
import * as claimsAndEnds from './0013-claims-and-ends.ts';
import * as lists from './0014-lists.ts';
import * as schedule from './0017-schedule.ts';
import * as sessionVersions from './0020-session-versions.ts';
import * as peopleByEmail from './0023-people-by-email.ts';
import * as removals from './0024-removals.ts';
import * as idleSeats from './0025-idle-seats.ts';
import * as seats from './0032-seats.ts';
import * as endedAccounts from './0033-ended-accounts.ts';
import * as listVersions from './0035-list-versions.ts';
import * as movedSearchTexts from './0036-moved-search-texts.ts';
import * as metricsSample from './0037-metrics-sample.ts';
import * as names from './0038-names.ts';
import * as languages from './0039-languages.ts';
import * as purgeInChunks from './0040-purge-in-chunks.ts';
import * as webhookShares from './0041-webhook-shares.ts';
import * as unheardEvents from './0042-unheard-events.ts';
import * as summaries from './0046-summaries.ts';
import * as searchPendingList from './0047-search-pending-list.ts';
import * as customerNumbers from './0048-customer-numbers.ts';
import * as orderReferences from './0049-order-references.ts';
import * as secondFactors from './0050-second-factors.ts';
import * as serviceAccounts from './0053-service-accounts.ts';
import * as usersWithPolicies from './0054-users-with-policies.ts';
import * as singleSignOn from './0055-single-sign-on.ts';
import * as directories from './0057-directories.ts';
import * as leasesOfSessions from './0059-leases-of-sessions.ts';
import * as applications from './0060-applications.ts';
import * as authorizations from './0061-authorizations.ts';
import * as upkeep from './0062-upkeep.ts';
import * as usesAndCallers from './0064-contract-uses-and-callers.ts';
import * as shorterTriggers from './0065-shorter-triggers.ts';
import * as deliveryFailures from './0066-delivery-failures.ts';
import * as directoryFailureCodes from './0067-directory-failure-codes.ts';
import * as previousReleases from './0068-previous-releases.ts';
import * as webhooksOfEvents from './0069-webhooks-of-events.ts';
import * as besideBeginnings from './0070-beside-beginnings.ts';
import * as contractWholeTexts from './0071-contract-whole-texts.ts';
import * as deviceMarks from './0075-device-marks.ts';
import * as besideEndedSignIns from './0076-beside-ended-sign-ins.ts';
import * as keysAndTheirIssuers from './0077-keys-and-their-issuers.ts';
import * as confirmedAddresses from './0079-confirmed-addresses.ts';
import * as besideEmailDomains from './0080-beside-email-domains.ts';
import * as carriedAccounts from './0082-carried-accounts.ts';
import * as besideDeletedRows from './0083-beside-deleted-rows.ts';
import * as releasedDirectories from './0084-released-directories.ts';
import * as noticedCopies from './0086-noticed-copies.ts';
import * as invitedUsers from './0087-invited-users.ts';
import * as refusedMails from './0088-refused-mails.ts';
import * as sealedKeys from './0090-sealed-keys.ts';
import * as contractClearKeys from './0091-contract-clear-keys.ts';
import * as besideWholeAudit from './0093-beside-whole-audit.ts';
import * as foundAnywhere from './0094-found-anywhere.ts';
import * as termsAndCatalogue from './0096-terms-and-catalogue.ts';
import * as besideGracedEnds from './0097-beside-graced-ends.ts';
import * as pools from './0100-pools.ts';
import * as besidePooledSeats from './0101-beside-pooled-seats.ts';
import * as tokenAlgorithms from './0104-token-algorithms.ts';
import * as waiting from './0105-waiting.ts';
import * as besideOffers from './0106-beside-offers.ts';
import * as machines from './0110-machines.ts';
import * as besideIssuedLicenses from './0118-beside-issued-licenses.ts';
import * as besideWaited from './0131-beside-waited.ts';
import * as findByASample from './0135-find-by-a-sample.ts';
import * as cascadingAccounts from './0139-cascading-accounts.ts';
import * as contractCascadingAccounts from './0140-contract-cascading-accounts.ts';
import * as appendAudit from './0142-append-audit.ts';
import * as manySearchTexts from './0145-many-search-texts.ts';
import * as appendAuditAtOnce from './0146-append-audit-at-once.ts';
import { appliedNames, applyAll, applyOne, type Migrations } from './apply.ts';
import { type Kind, kindOf } from './kinds.ts';
import { schemaError } from './schema-error.ts';

/** The migrations, oldest first. A released migration is never changed: a later one corrects it. */
export const migrations: Migrations = {
  '0001-foundation': foundation,
  '0002-leases': leases,
  '0003-root-key': rootKey,
  '0004-idempotency': idempotency,
  '0010-lease-messages': leaseMessages,
  '0011-usage': usage,
  '0012-webhooks': webhooks,
  '0013-claims-and-ends': claimsAndEnds,
  '0014-lists': lists,
  '0017-schedule': schedule,
  '0020-session-versions': sessionVersions,
  '0023-people-by-email': peopleByEmail,
  '0024-removals': removals,
  '0025-idle-seats': idleSeats,
  '0032-seats': seats,
  '0033-ended-accounts': endedAccounts,
  '0035-list-versions': listVersions,
  '0036-moved-search-texts': movedSearchTexts,
  '0037-metrics-sample': metricsSample,
  '0038-names': names,
  '0039-languages': languages,
  '0040-purge-in-chunks': purgeInChunks,
  '0041-webhook-shares': webhookShares,
  '0042-unheard-events': unheardEvents,
  '0046-summaries': summaries,
  '0047-search-pending-list': searchPendingList,
  '0048-customer-numbers': customerNumbers,
  '0049-order-references': orderReferences,
  '0050-second-factors': secondFactors,
  '0053-service-accounts': serviceAccounts,
  '0054-users-with-policies': usersWithPolicies,
  '0055-single-sign-on': singleSignOn,
  '0057-directories': directories,
  '0059-leases-of-sessions': leasesOfSessions,
  '0060-applications': applications,
  '0061-authorizations': authorizations,
  '0062-upkeep': upkeep,
  '0064-contract-uses-and-callers': usesAndCallers,
  '0065-shorter-triggers': shorterTriggers,
  '0066-delivery-failures': deliveryFailures,
  '0067-directory-failure-codes': directoryFailureCodes,
  '0068-previous-releases': previousReleases,
  '0069-webhooks-of-events': webhooksOfEvents,
  '0070-beside-beginnings': besideBeginnings,
  '0071-contract-whole-texts': contractWholeTexts,
  '0075-device-marks': deviceMarks,
  '0076-beside-ended-sign-ins': besideEndedSignIns,
  '0077-keys-and-their-issuers': keysAndTheirIssuers,
  '0079-confirmed-addresses': confirmedAddresses,
  '0080-beside-email-domains': besideEmailDomains,
  '0082-carried-accounts': carriedAccounts,
  '0083-beside-deleted-rows': besideDeletedRows,
  '0084-released-directories': releasedDirectories,
  '0086-noticed-copies': noticedCopies,
  '0087-invited-users': invitedUsers,
  '0088-refused-mails': refusedMails,
  '0090-sealed-keys': sealedKeys,
  '0091-contract-clear-keys': contractClearKeys,
  '0093-beside-whole-audit': besideWholeAudit,
  '0094-found-anywhere': foundAnywhere,
  '0096-terms-and-catalogue': termsAndCatalogue,
  '0097-beside-graced-ends': besideGracedEnds,
  '0100-pools': pools,
  '0101-beside-pooled-seats': besidePooledSeats,
  '0104-token-algorithms': tokenAlgorithms,
  '0105-waiting': waiting,
  '0106-beside-offers': besideOffers,
  '0110-machines': machines,
  '0118-beside-issued-licenses': besideIssuedLicenses,
  '0131-beside-waited': besideWaited,
  '0135-find-by-a-sample': findByASample,
  '0139-cascading-accounts': cascadingAccounts,
  '0140-contract-cascading-accounts': contractCascadingAccounts,
  '0142-append-audit': appendAudit,
  '0145-many-search-texts': manySearchTexts,
  '0146-append-audit-at-once': appendAuditAtOnce,
};

/** The newest migration of this version. */
export const newestMigration = Object.keys(migrations).at(-1) ?? '';

/**
 * Migrates a database to a schema that this server can use, while others may use it: a new one to the current schema,
 * one in use by the `expand` migrations; a job runs the others (`finish-upgrade.ts`). Nodes that start together take
 * turns by an advisory lock, and each migration is applied completely or not at all. Migrations see the rows of every
 * account.
 *
 * @param steps the migrations by name
 * @throws {StartError} with the remedy, when the database's user lacks a right or the schema is newer than this server.
 * @throws {Error} the database's own error, when a migration fails.
 */
export async function migrate(connectionString: string, steps = migrations): Promise<void> {
  const { pool, db } = openForMigrations(connectionString);
  try {
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock(hashtext('keyhold migrations'))");
      const upgrading = await checkSchema(client, steps);
      const before = await readTableFiles(client);
      await ensureAppRole(client);
      await migrateJobs({ pgPool: pool });
      if (upgrading) {
        for (const name of await missing(db, steps, 'expand')) await applyOne(db, name, stepOf(steps, name));
        await vacuumLater(client, before);
      } else await applyAll(db, steps);
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  } catch (error) {
    throw schemaError(error);
  } finally {
    await db.destroy();
  }
}

/** Opens the connections for migrations: one holds a lock, the others migrate. */
export function openForMigrations(connectionString: string) {
  const pool = openPool({
    connectionString,
    max: 3,
    application_name: 'keyhold migrations',
    connectionTimeoutMillis: 0,
    silence: 0,
  });
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        // Row-level security is forced, so it binds the tables' owner too.
        await connection.executeQuery(CompiledQuery.raw("set keyhold.account = '*'"));
      },
    }),
  });
  return { pool, db };
}

/** The names of the missing migrations of some kinds, in order. */
export async function missing(db: Kysely<unknown>, steps: Migrations, ...kinds: Kind[]): Promise<readonly string[]> {
  const applied = new Set(await appliedNames(db));
  return Object.keys(steps).filter((name) => kinds.includes(kindOf(name)) && !applied.has(name));
}

export function stepOf(steps: Migrations, name: string) {
  const step = steps[name];
  if (!step) throw new Error(`There is no migration ${name}.`);
  return step;
}

/** The file of each table; rewriting a table changes it. */
export async function readTableFiles(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ table: string; file: string }>(
    `select relname as table, relfilenode::text as file from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')`,
  );
  return new Map(rows.map(({ table, file }) => [table, file]));
}

/** Adds the job that vacuums the rewritten tables (`jobs/vacuum-job.ts`), so that no start waits for a VACUUM. */
export async function vacuumLater(client: pg.ClientBase, before: ReadonlyMap<string, string>): Promise<void> {
  const tables = [...(await readTableFiles(client))].flatMap(([table, file]) =>
    before.get(table) === file ? [] : [table],
  );
  if (tables.length > 0) await client.query(`select "add-job"('vacuum-tables', $1)`, [JSON.stringify({ tables })]);
}

/** Refuses a database that cannot be migrated; returns whether it has been migrated before. */
async function checkSchema(client: pg.ClientBase, steps: Migrations): Promise<boolean> {
  const place = await queryRow<{ user: string; database: string; schema: string | null; migrated: boolean }>(
    client,
    `select current_user as user, current_database() as database, current_schema as schema,
       to_regclass('public.kysely_migration') is not null as migrated`,
  );
  if (place.schema !== 'public') {
    const [user, database] = [pg.escapeIdentifier(place.user), pg.escapeIdentifier(place.database)];
    throw new StartError(
      `The user of DATABASE_URL works in ${place.schema ? `the schema ${place.schema}` : 'no schema'}; Keyhold needs public. Run: alter role ${user} in database ${database} set search_path = public;`,
    );
  }
  if (!place.migrated) return false;
  const applied = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  // This version tolerates the other kinds of newer migrations.
  const unknown = applied.rows.findLast(({ name }) => !(name in steps) && kindOf(name) === 'contract');
  if (unknown) {
    throw new StartError(
      `This database was made by a newer Keyhold (its schema is at ${unknown.name}). Start that version, or choose another database.`,
    );
  }
  return true;
}

/** Whether a database has every migration that this version requires. */
export async function isMigrated(db: Database): Promise<boolean> {
  const names = Object.keys(migrations).filter((name) => kindOf(name) === 'expand');
  const { rows } = await sql<{ done: number }>`
    select count(*)::int as done from kysely_migration where name = any(${names})`.execute(db);
  return rows[0]?.done === names.length;
}
