import { nameIn } from '#api/license-words.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { licensesText, usageText } from '#text/licenses.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Fact, Facts } from '#ui/facts.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';

/** Who holds a license at this moment, and where. */
export function LicenseUsage({ license }: { license: LicenseWithProduct }) {
  const { state } = license;
  if (state.user === null) {
    return (
      <div className="kh-panel">
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
      value: value ?? <span className="kh-muted">{licensesText.notGiven}</span>,
    })),
  ];
  return (
    <Panel>
      <Facts facts={facts} />
    </Panel>
  );
}
