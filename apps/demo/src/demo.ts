import { existsSync } from 'node:fs';
import { createFolder, folderError } from '@keyhold/server/data-folder';
import { type Database, inTransaction, type Transaction } from '@keyhold/server/database';
import type { Services } from '@keyhold/server/services';
import { sql } from 'kysely';
import { demoCatalogue } from './catalogue.ts';
import { acmePrint } from './companies/acme-print.ts';
import { blueHarbourMedia } from './companies/blue-harbour-media.ts';
import { provider } from './companies/provider.ts';
import { smallCompanies } from './companies/small-companies.ts';
import type { Company } from './company.ts';
import { credentialsOf, credentialsPath, type DemoCredential, tableOf } from './credentials.ts';
import { insertDirectory } from './demo-directory.ts';
import { insertPools } from './demo-pools.ts';
import { insertServiceAccounts } from './demo-service-accounts.ts';
import { insertWebhooks } from './demo-webhooks.ts';
import { devicesOf, devicesPath } from './devices.ts';
import { planOf } from './plan.ts';
import { writePrivateJson } from './private-file.ts';
import { auditAccounts, insertCatalogue, insertCompanies, insertLicenses } from './rows/insert-demo.ts';
import { insertHistory } from './rows/insert-history.ts';
import { licenseRows } from './rows/license-rows.ts';
import { useHistory } from './rows/use-history.ts';
import { makeSecrets } from './secrets.ts';

export { startDemoDevices } from './demo-devices.ts';
export { startIdentityProvider } from './identity-provider/identity-provider.ts';
export { installMailbox } from './mailbox/mailbox.ts';

const companies: readonly Company[] = [provider, acmePrint, blueHarbourMedia, ...smallCompanies];

/**
 * Fills a database without users with the demo, writes the sign-in details of its users to `demo-credentials.json` in
 * the data folder, and prints them. A later start prints the path of that file.
 *
 * The files are written just before the transaction commits: if the server dies in between, the database is still
 * empty, and the next start creates the demo again and replaces them.
 */
export async function seedDemo(services: Services, dataDirectory: string): Promise<void> {
  const path = credentialsPath(dataDirectory);
  const made = (await isEmpty(services.db)) ? await makeDemo(services, dataDirectory) : null;
  if (made) {
    console.log(`\nPeople of the demo, who can sign in (also in ${path}):\n\n${tableOf(made)}\n`);
  } else if (existsSync(path)) {
    console.log(`The sign-in details of the demo's people are in ${path}`);
  }
}

/** @returns the sign-in details, or null if another node has created the demo in the meantime */
async function makeDemo(services: Services, dataDirectory: string): Promise<readonly DemoCredential[] | null> {
  const { db, installation, passwords } = services;
  const secrets = await makeSecrets(companies, passwords);
  return inTransaction(db, 'every account', async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('keyhold demo'))`.execute(tx);
    if (await hasPeople(tx)) return null;
    const { now, providerName } = await tx
      .selectFrom('accounts')
      .select(['name as providerName', sql<Date>`now()`.as('now')])
      .where('id', '=', installation.providerAccountId)
      .executeTakeFirstOrThrow();
    const plans = companies.map((company) => planOf(company, { installation, providerName, secrets, now }));
    const licensed = plans.map((plan) => {
      const rows = licenseRows(plan);
      return { plan, rows, history: useHistory(plan, rows, now) };
    });
    await insertCatalogue(tx, demoCatalogue(installation.sharedProductId));
    await insertCompanies(tx, plans);
    await insertLicenses(
      tx,
      licensed.map(({ rows }) => rows),
    );
    await auditAccounts(tx, plans);
    const pooled: Awaited<ReturnType<typeof insertPools>>[] = [];
    for (const { plan } of licensed) {
      await insertServiceAccounts(tx, plan, now);
      pooled.push(await insertPools(tx, plan, now));
    }
    const machines = { uses: pooled.flatMap(({ uses }) => uses), refusals: [] };
    await insertHistory(tx, [...licensed.map(({ history }) => history), machines], now);
    for (const { plan, history } of licensed) {
      await insertDirectory(tx, plan, now);
      await insertWebhooks(tx, plan, history, now);
    }
    const credentials = plans.flatMap(credentialsOf);
    const devices = [
      ...licensed.flatMap(({ plan, rows }) => devicesOf(plan, rows)),
      ...pooled.flatMap(({ nodes }) => nodes),
    ];
    try {
      await createFolder(dataDirectory);
      await writePrivateJson(credentialsPath(dataDirectory), credentials);
      await writePrivateJson(devicesPath(dataDirectory), devices);
    } catch (error) {
      throw folderError(error, dataDirectory);
    }
    return credentials;
  });
}

async function isEmpty(db: Database): Promise<boolean> {
  return inTransaction(db, 'every account', async (tx) => !(await hasPeople(tx)));
}

/** Whether there was ever a user, including deleted ones. */
async function hasPeople(tx: Transaction): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
