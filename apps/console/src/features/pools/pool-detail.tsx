import { type Pool, resourceIdOf, resources } from '@keyhold/contract';
import { accountProductsQuery } from '#data/account-products.ts';
import { poolQuery } from '#data/pools.ts';
import { poolsText } from '#i18n/text/licensing.ts';
import { Activity } from '#records/activity/activity.tsx';
import { RecordTexts } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import type { Version } from '#server/client/version.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import { Overdraft } from './overdraft.tsx';
import { PoolConsumers } from './pool-consumers.tsx';
import { PoolLicenses } from './pool-licenses.tsx';
import { PoolOverview } from './pool-overview.tsx';
import { PoolRulesForm } from './pool-rules.tsx';
import { describePool } from './pools.data.ts';
import { poolsPath } from './pools.paths.ts';

export const loader = screenLoader((_, id) => poolQuery(id));

/** The screen of a pool: its seats, who may use them, and by which rules. */
export default function PoolDetail() {
  return <RecordPage query={poolQuery} kind="pool" words={poolsText} listPath={poolsPath} content={LoadedPool} />;
}

/** Charts are loaded when they are shown. */
const PoolUsage = lazyPart(() => import('./pool-usage.tsx'));

function LoadedPool({ of }: { of: Version<Pool> }) {
  const pool = of.item;
  const productName = useProductName(pool);
  const { tabs } = poolsText;
  return (
    <>
      <PageHeader title={pool.name} under={productName} />
      <ScreenTabs
        label={poolsText.title}
        tabs={[
          { id: 'overview', label: tabs.overview, content: <PoolOverview pool={pool} /> },
          { id: 'consumers', label: tabs.consumers, content: <PoolConsumers of={of} /> },
          { id: 'rules', label: tabs.rules, content: <PoolRulesForm of={of} /> },
          { id: 'licenses', label: tabs.licenses, content: <PoolLicenses of={of} /> },
          { id: 'usage', label: tabs.usage, content: <PoolUsage pool={pool} name={productName} fallback={null} /> },
          { id: 'details', label: tabs.details, content: <PoolDetails of={of} /> },
        ]}
      />
    </>
  );
}

/** The name of a pool's product. */
function useProductName(pool: Pool): string {
  const data = useSideQuery(accountProductsQuery(useScopeOf(pool.rn)));
  return data?.find(({ rn }) => rn === pool.product)?.name ?? resourceIdOf(pool.product);
}

/** The texts of a pool, and the seats that provider staff lend it. */
function PoolDetails({ of }: { of: Version<Pool> }) {
  const may = usePermission('license:UpdatePool');
  const { rootAdmin, sysAdmin } = useAuthInfo();
  return (
    <>
      <SplitPanels
        side={
          <>
            <Facts facts={recordDates(of.item)} />
            {(rootAdmin || sysAdmin) && <Overdraft of={of} />}
          </>
        }
      >
        <RecordTexts of={of} resource={resources.pool} save={describePool} readOnly={!may} />
      </SplitPanels>
      <Activity rn={of.item.rn} />
    </>
  );
}
