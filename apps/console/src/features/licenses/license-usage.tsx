import { lazy, Suspense } from 'react';
import { nameIn } from '#api/license-words.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { licensesText, usageText } from '#text/licenses.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type Fact, Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { HistorySkeleton } from './history-skeleton.tsx';

/** Charts are loaded when they are shown. */
const LicenseHistory = lazy(() => import('./license-history.tsx'));

/** The present use of a license, and its history. */
export function LicenseUsage({ license }: { license: LicenseWithProduct }) {
  return (
    <>
      <PresentUse license={license} />
      <Suspense fallback={<HistorySkeleton />}>
        <LicenseHistory key={license.rn} license={license} />
      </Suspense>
    </>
  );
}

function PresentUse({ license }: { license: LicenseWithProduct }) {
  const { state } = license;
  if (state.user === null) {
    return (
      <div className={looks.panel}>
        <EmptyState title={licensesText.notUsed} />
      </div>
    );
  }
  const { user, 'activation-date': activated, ...rest } = state;
  const facts: Fact[] = [
    { label: usageText.user, value: nameIn(license.names)(user) },
    { label: usageText['activation-date'], value: <RelativeDate value={activated} /> },
    ...Object.entries(rest).map(([field, value]) => ({
      label: usageText[field as keyof typeof rest],
      value: value ?? <span className={looks.muted}>{licensesText.notGiven}</span>,
    })),
  ];
  return (
    <Panel>
      <Facts facts={facts} />
    </Panel>
  );
}
