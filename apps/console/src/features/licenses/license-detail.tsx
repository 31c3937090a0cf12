import { type Certificate, resources } from '@keyhold/contract';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { nameIn } from '#api/license-words.ts';
import { keyOf, type LicenseWithProduct, licenseQuery } from '#api/licenses.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { RecordTexts } from '#record-form/record-form.tsx';
import { RecordPage } from '#routing/record-page.tsx';
import { licensesText, usageText } from '#text/licenses.ts';
import { statusOf, wireWord } from '#text/wire.ts';
import { CopyButton } from '#ui/button/copy-button.tsx';
import { day } from '#ui/date/dates.ts';
import { moment, RelativeDate } from '#ui/date/relative-date.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { lazyPart } from '#ui/layout/lazy-part.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import looks from '#ui/theme/looks.module.css';
import { HistorySkeleton } from './history-skeleton.tsx';
import { LicenseAddons } from './license-addons.tsx';
import { ExpiryDate, LicenseStatus } from './license-columns.tsx';
import { LicenseConsumers } from './license-consumers.tsx';
import { LicenseTerms } from './license-terms.tsx';
import { describeLicense } from './licenses.data.ts';
import { licensesPath } from './licenses.paths.ts';
import { OfflineUse } from './offline-use.tsx';

export const loader = screenLoader((_, id) => licenseQuery(id));

/** The screen of a license: its details, add-ons, consumers and usage. */
export default function LicenseDetail() {
  return (
    <RecordPage query={licenseQuery} item="license" words={licensesText} list={licensesPath} content={LoadedLicense} />
  );
}

function LoadedLicense({ of }: { of: Version<LicenseWithProduct> }) {
  const license = of.item;
  const { product } = license.certificate;
  const key = keyOf(license);
  return (
    <>
      <PageHeader
        title={`${product.name} ${key}`}
        heading={product.name}
        aside={<LicenseStatus license={license} />}
        under={
          <>
            <span className={looks.mono}>{key}</span>
            <CopyButton text={key} what={licensesText.copiedKey} />
          </>
        }
      />
      <ScreenTabs
        label={licensesText.title}
        tabs={[
          { id: 'details', label: licensesText.details, content: <LicenseDetails of={of} /> },
          { id: 'addons', label: licensesText.addons, content: <LicenseAddons of={of} /> },
          { id: 'consumers', label: licensesText.consumers, content: <LicenseConsumers of={of} /> },
          { id: 'usage', label: licensesText.usage, content: <LicenseUsage of={of} /> },
        ]}
      />
    </>
  );
}

/** The certificate of a license, and its texts, which the provider's root and system administrators may change. */
function LicenseDetails({ of }: { of: Version<LicenseWithProduct> }) {
  const license = of.item;
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const editable = rootAdmin || sysAdmin;
  const { certificate } = license;
  return (
    <>
      <Split
        side={
          <>
            <Panel>
              <RecordTexts
                of={of}
                resource={resources.license}
                save={describeLicense}
                readOnly={!editable}
                refusal={editable ? null : licensesText.rootAdminsOnly}
              />
            </Panel>
            {editable && <LicenseTerms of={of} />}
          </>
        }
      >
        <Panel>
          <Facts
            facts={[
              { label: licensesText.type, value: wireWord(certificate.type) },
              { label: licensesText.version, value: certificate.version },
              { label: licensesText.expiry, value: <ExpiryDate expiry={certificate.expiry} /> },
              ...(certificate.type === 'Perpetual'
                ? [{ label: licensesText.maintenance, value: <Maintenance certificate={certificate} /> }]
                : []),
              ...recordDates(license),
            ]}
          />
        </Panel>
      </Split>
      <Activity rn={license.rn} />
    </>
  );
}

/** The maintenance period of a perpetual license, or none. */
function Maintenance({ certificate }: { certificate: Pick<Certificate, 'maintenance-start' | 'maintenance-end'> }) {
  const { 'maintenance-start': start, 'maintenance-end': end } = certificate;
  if (start === null) return <>{licensesText.none}</>;
  return (
    <span className={looks.numbers}>
      {moment(start, day(start))} {licensesText.maintenanceTo}{' '}
      {end === null ? licensesText.unknown : moment(end, day(end))}
    </span>
  );
}

/** Charts are loaded when they are shown. */
const LicenseHistory = lazyPart(() => import('./license-history.tsx'));

/** The current use of a license, and its history. */
function LicenseUsage({ of }: { of: Version<LicenseWithProduct> }) {
  const license = of.item;
  const { user, 'activation-date': activated, 'offline-until': until, ...rest } = license.state;
  const notGiven = <span className={looks.muted}>{licensesText.notGiven}</span>;
  const facts = user !== null && [
    { label: usageText.user, value: nameIn(license.names)(user) },
    { label: usageText['activation-date'], value: <RelativeDate value={activated} /> },
    ...Object.entries(rest).map(([field, value]) => ({
      label: usageText[field as keyof typeof rest],
      value: field.endsWith('-status') && value ? statusOf(field, value) : (value ?? notGiven),
    })),
  ];
  return (
    <>
      {until !== null && <OfflineUse of={of} until={until} />}
      {facts ? (
        <Panel>
          <Facts facts={facts} />
        </Panel>
      ) : (
        <EmptyState title={licensesText.notUsed} />
      )}
      <LicenseHistory key={license.rn} license={license} fallback={<HistorySkeleton />} />
    </>
  );
}
