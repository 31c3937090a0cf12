import { calls } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { StatusSwitch } from '#panels/status-switch.tsx';
import { termsText } from '#text/issuing.ts';
import { licensesText } from '#text/licenses.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { Panel } from '#ui/panel.tsx';
import { ChangeTerms } from './change-terms.tsx';
import './license-terms.css';

/** What provider staff can do with a license that was issued: suspend, resume, let it end at another time. */
export function LicenseTerms({ license, etag }: { license: LicenseWithProduct; etag: string | null }) {
  const [changing, setChanging] = useState(false);
  const suspended = license.status === 'Suspended';
  return (
    <Panel heading={termsText.title}>
      <p className="kh-muted kh-terms-hint">{termsText.hint}</p>
      <Group gap="sm">
        <Button variant="default" onClick={() => setChanging(true)}>
          {termsText.change}
        </Button>
        <StatusSwitch
          record={license}
          etag={etag}
          words={suspended ? termsText.resume : termsText.suspend}
          danger={!suspended}
          change={(headers) => {
            const body = { status: suspended ? ('Active' as const) : ('Suspended' as const) };
            return client.send(calls.updateLicenseStatus, { params: { id: keyOf(license) }, body, headers });
          }}
          saved={licensesText.updated}
        />
      </Group>
      <FormModal opened={changing} onClose={() => setChanging(false)} title={termsText.change}>
        {(cancel) => <ChangeTerms license={license} etag={etag} cancel={cancel} onDone={() => setChanging(false)} />}
      </FormModal>
    </Panel>
  );
}
