import { resourceIdOf } from '@keyhold/contract';
import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { accountProductsQuery } from '#data/account-products.ts';
import { type UsageRange, usageQuery, usageRanges } from '#data/usage.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { LicensesTab } from './licenses-tab.tsx';
import { PeopleTab, RefusalsTab } from './people-tab.tsx';
import { ProductsTab } from './products-tab.tsx';
import styles from './usage-overview.module.css';
import { WaitingTab } from './waiting-tab.tsx';

const back = { to: licensesPath, label: overviewText.back };
const defaultRange: UsageRange = 'month';

/** The usage of all licenses of the selected account. */
export default function UsageOverview() {
  const scope = useSelectedAccount();
  const { range, setRange } = useRange();
  const products = useSideQuery(accountProductsQuery(scope)) ?? [];
  const { product, setProduct } = useProduct(products);
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQuery(scope, range, { product }));
  const reply = { usage: data, error, onRetry: () => void refetch() };
  const { tabs, counted } = overviewText;
  const refused = data?.denials.reduce((sum, { count }) => sum + count, 0);
  const refusals = refused === undefined ? tabs.refusals : counted({ label: tabs.refusals, count: refused });
  const waits = data?.waiting.reduce((sum, { count }) => sum + count, 0);
  const waiting = waits === undefined ? tabs.waiting : counted({ label: tabs.waiting, count: waits });
  return (
    <>
      <PageHeader
        title={overviewText.title}
        back={back}
        action={
          <Group gap="sm" maw="100%">
            <NativeSelect
              size="xs"
              aria-label={overviewText.product}
              data={[
                { value: '', label: overviewText.everyProduct },
                ...products.map(({ rn, name }) => ({ value: resourceIdOf(rn), label: name })),
              ]}
              value={product === undefined ? '' : resourceIdOf(product)}
              onChange={(event) => setProduct(event.currentTarget.value)}
            />
            <RangeChoice value={range} onChange={setRange} />
          </Group>
        }
        under={
          <Text span fz="xs">
            {historyText.utc}
          </Text>
        }
      />
      {product === undefined && data?.['by-product'].length === 0 ? (
        <EmptyState title={overviewText.noneTitle} hint={overviewText.noneHint} />
      ) : (
        <div className={styles.tabs} aria-busy={isPlaceholderData}>
          <ScreenTabs
            label={overviewText.title}
            keep={['range', 'product']}
            tabs={[
              { id: 'products', label: tabs.products, content: <ProductsTab {...reply} /> },
              { id: 'refusals', label: refusals, content: <RefusalsTab {...reply} /> },
              { id: 'waiting', label: waiting, content: <WaitingTab {...reply} /> },
              { id: 'licenses', label: tabs.licenses, content: <LicensesTab {...reply} /> },
              { id: 'people', label: tabs.people, content: <PeopleTab {...reply} /> },
            ]}
          />
        </div>
      )}
    </>
  );
}

/** The product whose use is shown, kept in the address by its id; undefined for all. */
function useProduct(products: readonly { rn: string }[]) {
  const [params, setParams] = useSearchParams();
  const product = products.find(({ rn }) => resourceIdOf(rn) === params.get('product'))?.rn;
  const setProduct = (id: string): void =>
    setParams(
      (changed) => {
        changed.delete('page');
        if (id === '') changed.delete('product');
        else changed.set('product', id);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { product, setProduct };
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
