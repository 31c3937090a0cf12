import { resources, textsIn } from '@keyhold/contract';
import * as z from 'zod';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { fieldNames } from '#text/fields.ts';
import { formText } from '#text/forms.ts';
import { licensesText } from '#text/licenses.ts';
import { listText } from '#text/lists.ts';
import { wireWord } from '#text/wire.ts';
import { DisabledButton } from '#ui/button/disabled-button.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { TextFields } from '#ui/form/text-fields.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { ExpiryDate } from './expiry-date.tsx';
import { LicenseTerms } from './license-terms.tsx';
import { describeLicense } from './licenses.data.ts';
import { Maintenance } from './maintenance.tsx';

const schema = z.object(resources.license.update);
const textsOf = (license: LicenseWithProduct) => textsIn(resources.license, license);

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
              <RecordForm
                of={of}
                valuesOf={textsOf}
                labels={fieldNames}
                schema={schema}
                save={describeLicense}
                submit={
                  editable ? undefined : (
                    <DisabledButton reason={licensesText.rootAdminsOnly}>{formText.update}</DisabledButton>
                  )
                }
              >
                {(form) => <TextFields of={resources.license} set="update" form={form} readOnly={!editable} />}
              </RecordForm>
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
              { label: listText.createdOn, value: <RelativeDate value={license['created-on']} /> },
              { label: listText.updatedOn, value: <RelativeDate value={license['updated-on']} /> },
            ]}
          />
        </Panel>
      </Split>
      <Activity rn={license.rn} />
    </>
  );
}
