import { commandApplication, resourceIdOf } from '@keyhold/contract';
import { accountsSource } from '#data/accounts.ts';
import { everUsedQuery } from '#data/audit.ts';
import { applicationChoicesQuery, issuedQuery, productsQuery } from '#data/catalogue.ts';
import { providerSummaryQuery } from '#data/summary.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import { factorsQuery } from '#parts/identity/factors/factors.data.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import { useFollowAccounts } from '#server/live/followed-accounts.ts';
import { useConfig } from '#session/config.ts';
import { useOwnIds } from '#session/selected-account.ts';

/**
 * What a new installation has of all it needs; null until that is known, and once a license was used. An installation in
 * use is recognised by its summary, and then nothing more is fetched.
 */
export function useFirstSteps() {
  const provider = useConfig()['provider-account-id'];
  const { userId } = useOwnIds();
  const summary = useSideQuery(providerSummaryQuery);
  const quiet = summary !== undefined && summary['in-use'].licenses === 0 && summary.refusals.people === 0;
  const accounts = useSideQuery({ ...listingQuery(accountsSource), enabled: quiet });
  const customers = accounts?.items.filter(({ rn }) => resourceIdOf(rn) !== provider);
  // With several customers it is no new installation, whose log could be searched at once.
  const enabled = quiet && customers !== undefined && customers.length <= 1;
  const used = useSideQuery({ ...everUsedQuery, enabled });
  const factors = useSideQuery({ ...factorsQuery(userId), enabled });
  const products = useSideQuery({ ...productsQuery, enabled });
  const applications = useSideQuery({ ...applicationChoicesQuery, enabled });
  const issued = useSideQuery({ ...issuedQuery, enabled });
  useFollowAccounts(enabled ? customers.map(({ rn }) => resourceIdOf(rn)) : []);
  if (!enabled || used !== false || !factors || !products || !applications || !issued) return null;
  const application = applications.find(({ id }) => id !== commandApplication) ?? null;
  return {
    factor: factors.length > 0,
    application,
    // That of the application, whose lines name both.
    product: products.find(({ rn }) => rn === application?.product) ?? products[0] ?? null,
    customer: customers[0] ?? null,
    licenses: issued.some(({ licenses }) => licenses > 0),
  };
}
