import { type Certificate, resources } from '@keyhold/contract';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { RecordTexts } from '#record-form/record-texts.tsx';
import { licensesText } from '#text/licenses.ts';
import { wireWord } from '#text/wire.ts';
import { day } from '#ui/date/dates.ts';
import { moment } from '#ui/date/relative-date.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import looks from '#ui/theme/looks.module.css';
import { ExpiryDate } from './license-columns.tsx';
import { LicenseTerms } from './license-terms.tsx';
import { describeLicense } from './licenses.data.ts';

/** What is certified about a license, and what is written about it, which the provider's upper admins may change. */
export function LicenseDetails({ of }: { of: Version<LicenseWithProduct> }) {
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

/** The maintenance of a perpetual license: from when to when, or none. */
function Maintenance({ certificate }: { certificate: Pick<Certificate, 'maintenance-start' | 'maintenance-end'> }) {
  const start = certificate['maintenance-start'];
  const end = certificate['maintenance-end'];
  if (start === null) return <>{licensesText.none}</>;
  return (
    <span className={looks.numbers}>
      {moment(start, day(start))} {licensesText.maintenanceTo}{' '}
      {end === null ? licensesText.unknown : moment(end, day(end))}
    </span>
  );
}
