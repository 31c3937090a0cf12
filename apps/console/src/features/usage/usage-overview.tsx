import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type UsageRange, usageQuery, usageRanges } from '#data/usage.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { LicensesTab } from './licenses-tab.tsx';
import { PeopleTab, RefusalsTab } from './people-tab.tsx';
import { ProductsTab } from './products-tab.tsx';
import styles from './usage-overview.module.css';

const back = { to: licensesPath, label: overviewText.back };
const defaultRange: UsageRange = 'month';

/** The usage of all licenses of the selected account. */
export default function UsageOverview() {
  const scope = useSelectedAccount();
  const { range, setRange } = useRange();
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQuery(scope, range));
  const reply = { usage: data, error, onRetry: () => void refetch() };
  const { tabs, counted } = overviewText;
  const refused = data?.denials.reduce((sum, { count }) => sum + count, 0);
  const refusals = refused === undefined ? tabs.refusals : counted({ label: tabs.refusals, count: refused });
  return (
    <>
      <PageHeader
        title={overviewText.title}
        back={back}
        action={<RangeChoice value={range} onChange={setRange} />}
        under={
          <Text span fz="xs">
            {historyText.utc}
          </Text>
        }
      />
      {data?.['by-product'].length === 0 ? (
        <EmptyState title={overviewText.noneTitle} hint={overviewText.noneHint} />
      ) : (
        <div className={styles.tabs} aria-busy={isPlaceholderData}>
          <ScreenTabs
            label={overviewText.title}
            keep={['range']}
            tabs={[
              { id: 'products', label: tabs.products, content: <ProductsTab {...reply} /> },
              { id: 'refusals', label: refusals, content: <RefusalsTab {...reply} /> },
              { id: 'licenses', label: tabs.licenses, content: <LicensesTab {...reply} /> },
              { id: 'people', label: tabs.people, content: <PeopleTab {...reply} /> },
            ]}
          />
        </div>
      )}
    </>
  );
}

/** The time range, kept in the address. */
function useRange() {
  const [params, setParams] = useSearchParams();
  const range = usageRanges.find((each) => each === params.get('range')) ?? defaultRange;
  const setRange = (next: UsageRange): void =>
    setParams(
      (changed) => {
        changed.delete('page');
        if (next === defaultRange) changed.delete('range');
        else changed.set('range', next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { range, setRange };
}
