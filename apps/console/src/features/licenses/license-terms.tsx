import { calls } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { termsText } from '#text/issuing.ts';
import { licensesText } from '#text/licenses.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { Panel } from '#ui/panel.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { ChangeTerms } from './change-terms.tsx';
import './license-terms.css';

/** What provider staff can do with a license that was issued: suspend, resume, let it end at another time. */
export function LicenseTerms({ license, etag }: { license: LicenseWithProduct; etag: string | null }) {
  const [asked, setAsked] = useState<'status' | 'end' | null>(null);
  const close = (): void => setAsked(null);
  const suspended = license.status === 'Suspended';
  const words = suspended
    ? { title: termsText.resume, body: termsText.resumeBody, confirm: termsText.resumeConfirm }
    : { title: termsText.suspend, body: termsText.suspendBody, confirm: termsText.suspendConfirm };

  const changeStatus = async (): Promise<void> => {
    const status = suspended ? 'Active' : 'Suspended';
    try {
      const params = { id: keyOf(license) };
      await client.send(calls.updateLicenseStatus, { params, body: { status }, headers: ifMatch(etag) });
    } finally {
      await refresh('license');
    }
    close();
    toastSuccess(licensesText.updated);
  };
  return (
    <Panel heading={termsText.title}>
      <p className="kh-muted kh-terms-hint">{termsText.hint}</p>
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsked('end')}>
          {termsText.change}
        </Button>
        <Button variant="default" onClick={() => setAsked('status')}>
          {words.title}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked === 'status'}
        title={words.title}
        confirmLabel={words.confirm}
        cancelLabel={termsText.cancel}
        danger={!suspended}
        changes={<RecentChanges rn={license.rn} since={license['updated-on']} />}
        onConfirm={changeStatus}
        onClose={close}
      >
        {words.body}
      </ConfirmDialog>
      <FormModal opened={asked === 'end'} onClose={close} title={termsText.change}>
        {(cancel) => <ChangeTerms license={license} etag={etag} cancel={cancel} onDone={close} />}
      </FormModal>
    </Panel>
  );
}
