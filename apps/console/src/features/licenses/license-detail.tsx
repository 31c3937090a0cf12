import { type Certificate, resources } from '@keyhold/contract';
import { keyOf, type LicenseWithProduct, licenseQuery } from '#data/licenses.ts';
import { nameIn } from '#data/names/license-words.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { licensesText, productsText, termsText, usageText } from '#i18n/text/licensing.ts';
import { statusOf, wireWord } from '#i18n/text/wire.ts';
import { Activity } from '#records/activity/activity.tsx';
import { RecordTexts } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { CopyButton } from '#ui/button/copy-button.tsx';
import { day } from '#ui/date/dates.ts';
import { RelativeDate, timeWithTip } from '#ui/date/relative-date.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import looks from '#ui/theme/looks.module.css';
import { DecidedByPool } from './consumers/decided-by-pool.tsx';
import { LicenseConsumers } from './consumers/license-consumers.tsx';
import { HistorySkeleton } from './history/history-skeleton.tsx';
import { LicenseAddons } from './license-addons.tsx';
import { ExpiryDate, Grace, LicenseStatus } from './license-columns.tsx';
import { describeLicense } from './licenses.data.ts';
import { licensesPath } from './licenses.paths.ts';
import { OfflineUse } from './offline-use.tsx';
import { LicenseTerms } from './terms/license-terms.tsx';

export const loader = screenLoader((_, id) => licenseQuery(id));

/** The screen of a license: its details, add-ons, consumers and usage. */
export default function LicenseDetail() {
  return (
    <RecordPage
      query={licenseQuery}
      kind="license"
      words={licensesText}
      listPath={licensesPath}
      content={LoadedLicense}
    />
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
        aside={
          <>
            <LicenseStatus license={license} />
            <Grace license={license} />
          </>
        }
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
          {
            id: 'consumers',
            label: licensesText.consumers,
            content: license.pool ? <DecidedByPool pool={license.pool} /> : <LicenseConsumers of={of} />,
          },
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
              {
                label: productsText.rn,
                value: (
                  <code className={looks.mono} style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
                    {certificate.product.rn}
                  </code>
                ),
              },
              { label: licensesText.type, value: wireWord(certificate.type) },
              { label: licensesText.version, value: certificate.version },
              { label: licensesText.expiry, value: <ExpiryDate expiry={certificate.expiry} /> },
              ...(certificate['grace-days'] > 0
                ? [{ label: termsText.labels.graceDays, value: formatNumber(certificate['grace-days']) }]
                : []),
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
      {timeWithTip(start, day(start))} {licensesText.maintenanceTo}{' '}
      {end === null ? licensesText.unknown : timeWithTip(end, day(end))}
    </span>
  );
}

/** Charts are loaded when they are shown. */
const LicenseHistory = lazyPart(() => import('./history/license-history.tsx'));

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
