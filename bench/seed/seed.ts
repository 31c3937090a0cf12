import { Failure } from '@keyhold/cli';
import { demoCatalogue } from '../../apps/demo/src/catalogue.ts';
import { suspendConstraints } from '../../apps/server/src/backups/restore-constraints.ts';
import { quoted } from '../../apps/server/src/backups/tables.ts';
import { inOneTransaction, withClient } from '../../apps/server/src/db/open/owner-client.ts';
import { auditRows, type Head, headRows } from './audit-log.ts';
import { copyRows, type Rows } from './copy-rows.ts';
import { addonLicenseRows, catalogueRows, type LicenseSeed, licenseRows, licensesOf, useRows } from './licenses.ts';
import {
  accountRows,
  type Company,
  companyOf,
  roleRows,
  tagRows,
  userRoleRows,
  userRows,
  userTagRows,
} from './people.ts';
import { type AccountPlan, type Amounts, planAccounts } from './plan.ts';
import { suspendIndexes, suspendTriggers } from './suspend.ts';

/** The installation that the rows refer to; the server must be started with the same settings. */
interface SeedInstallation {
  readonly region: string;
  readonly productTitle: string;
  readonly providerEmailDomain: string;
  readonly sharedProductId: string;
  readonly rootEmail: string;
  /** The hash of the one password that all users share. */
  readonly passwordHash: string;
}

/** An account of the data, and its administrator. */
export interface SeededAccount extends Pick<AccountPlan, 'id' | 'name' | 'users' | 'licenses' | 'audit-rows'> {
  readonly administrator: string;
}

/** Reports the progress of a step. */
export type SeedProgress = (step: string, done: number, total: number) => void;

/**
 * Fills a migrated, empty database in one transaction. The same amounts, seed and installation give the same rows.
 *
 * @returns the provider's account and the four after it, the largest first
 * @throws {Failure} when the database is not empty; nothing is changed then.
 */
export async function seed(
  connectionString: string,
  amounts: Amounts,
  installation: SeedInstallation,
  onProgress: SeedProgress = () => undefined,
): Promise<readonly SeededAccount[]> {
  onProgress('Inventing people', 0, 1);
  const { productTitle, providerEmailDomain, region, rootEmail } = installation;
  const plans = planAccounts(amounts, { name: productTitle, domain: providerEmailDomain });
  const companies = plans.map((plan) => companyOf(amounts, plan, region, rootEmail));
  await withClient(connectionString, async (client) => {
    // Gives index builds enough memory for sorting.
    await client.query("set maintenance_work_mem = '512MB'");
    await inOneTransaction(client, 'write', async () => {
      await client.query("select pg_advisory_xact_lock(hashtext('keyhold installation'))");
      const { rowCount } = await client.query('select from accounts limit 1');
      if (rowCount !== 0) throw new Failure('This database is not empty. Choose another, or an empty data folder.');
      const heads: Head[] = [];
      const tables = tablesOf(amounts, companies, installation, heads);
      const names = [...tables.map(({ rows }) => rows.table), 'audit-heads', 'search-texts'];
      const resumeTriggers = await suspendTriggers(client, names);
      const resumeConstraints = await suspendConstraints(client);
      await client.query(`truncate ${names.map(quoted).join(', ')}`);
      const resumeIndexes = await suspendIndexes(client, names);
      for (const { rows, expected } of tables) {
        await copyRows(client, rows, (count) => onProgress(`Loading ${rows.table}`, count, expected));
      }
      await copyRows(client, headRows(heads), () => undefined);
      await client.query('insert into installation (region, "provider-account-id") values ($1, $2)', [
        region,
        plans[0]?.id,
      ]);
      // Uses are aggregated from now on: the millions of past hours would keep the server busy while it is measured.
      await client.query(`insert into "usage-marks" ("rolled-until") values (date_trunc('hour', now(), 'UTC'))`);
      onProgress('Copying texts to be searched', 0, 1);
      await client.query('select "fill-search-texts"()');
      await resumeIndexes((done, total) => onProgress('Building indexes', done, total));
      onProgress('Checking references', 0, 1);
      await resumeConstraints();
      await resumeTriggers();
    });
    onProgress('Collecting statistics', 0, 1);
    await client.query('vacuum "search-texts"');
    await client.query('analyze');
  });
  return companies.slice(0, 5).map(({ plan, people }) => {
    const { id, name, users, licenses } = plan;
    return { id, name, users, licenses, 'audit-rows': plan['audit-rows'], administrator: people[0]?.email ?? '' };
  });
}

function tablesOf(
  amounts: Amounts,
  companies: readonly Company[],
  { productTitle, passwordHash, sharedProductId }: SeedInstallation,
  heads: Head[],
): readonly { readonly rows: Rows; readonly expected: number }[] {
  const catalogue = demoCatalogue(sharedProductId);
  const byCompany = new Map<Company, readonly LicenseSeed[]>(
    companies.map((company) => [company, licensesOf(amounts, company, catalogue)]),
  );
  const licenses = [...byCompany.values()].flat();
  const { users, accounts } = amounts;
  return [
    { rows: accountRows(companies, productTitle), expected: accounts },
    { rows: roleRows(companies), expected: accounts * 2 },
    { rows: tagRows(companies), expected: companies.reduce((sum, { plan }) => sum + plan.tags, 0) },
    { rows: userRows(companies, passwordHash), expected: users },
    { rows: userRoleRows(companies), expected: users / 50 },
    { rows: userTagRows(companies), expected: users * 1.4 },
    ...catalogueRows(catalogue).map((rows) => ({ rows, expected: 6 })),
    { rows: licenseRows(licenses), expected: licenses.length },
    { rows: useRows(licenses), expected: licenses.length / 20 },
    { rows: addonLicenseRows(amounts, licenses, catalogue), expected: licenses.length / 2 },
    { rows: auditRows(amounts, companies, byCompany, heads), expected: amounts['audit-rows'] },
  ];
}
