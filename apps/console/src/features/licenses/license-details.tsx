import { calls, descriptionSchema } from '@keyhold/contract';
import { Textarea } from '@mantine/core';
import * as z from 'zod';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { Activity } from '#panels/activity.tsx';
import { RecordForm } from '#panels/record-form.tsx';
import { formText } from '#text/forms.ts';
import { licensesText } from '#text/licenses.ts';
import { listText } from '#text/lists.ts';
import { DisabledButton } from '#ui/disabled-button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { Split } from '#ui/split.tsx';
import { ExpiryDate } from './expiry-date.tsx';
import { LicenseTerms } from './license-terms.tsx';
import { Maintenance } from './maintenance.tsx';

const schema = z.object({ description: descriptionSchema });

/** What is certified about a license, and its description, which the provider's upper admins may change. */
export function LicenseDetails({ license, etag }: { license: LicenseWithProduct; etag: string | null }) {
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const editable = rootAdmin || sysAdmin;
  const { certificate } = license;
  const save = ({ description }: { description: string }, headers: Record<string, string>) => {
    const body = { description, certificate: { ...certificate, product: certificate.product.rn } };
    return client.send(calls.updateLicense, { params: { id: keyOf(license) }, body, headers });
  };
  return (
    <>
      <Split
        side={
          <>
            <Panel>
              <RecordForm
                record={license}
                etag={etag}
                values={{ description: license.description }}
                schema={schema}
                save={save}
                saved={licensesText.updated}
                submit={
                  editable ? undefined : (
                    <DisabledButton reason={licensesText.rootAdminsOnly}>{formText.update}</DisabledButton>
                  )
                }
              >
                {(form) => (
                  <Textarea
                    label={listText.description}
                    autosize
                    minRows={2}
                    maxRows={8}
                    readOnly={!editable}
                    {...form.getInputProps('description')}
                  />
                )}
              </RecordForm>
            </Panel>
            {editable && <LicenseTerms license={license} etag={etag} />}
          </>
        }
      >
        <Panel>
          <Facts
            facts={[
              { label: licensesText.type, value: certificate.type },
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
