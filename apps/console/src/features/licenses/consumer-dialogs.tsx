import { type Consumers, calls } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { consumersText, licensesText } from '#text/licenses.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { withConsumers } from './consumer-choice.ts';

export type ConsumerQuestion =
  | {
      ask: 'update';
      consumers: Exclude<Consumers, { kind: 'Custom policy' }>;
      /** When the license that the choice was made upon was last changed. */
      since: string;
    }
  | { ask: 'release' };

interface ConsumerDialogsProps {
  license: LicenseWithProduct;
  etag: string | null;
  question: ConsumerQuestion | null;
  onClose: () => void;
}

/** Asks before the consumers change, and before somebody is logged off. */
export function ConsumerDialogs({ license, etag, question, onClose }: ConsumerDialogsProps) {
  const params = { id: keyOf(license) };
  const unassign = (): Promise<unknown> => client.send(calls.unassignLicense, { params, body: {} });

  const update = async (): Promise<void> => {
    if (question?.ask !== 'update') return;
    const policies = withConsumers(license.policies, question.consumers);
    try {
      await client.send(calls.setLicensePolicies, {
        params,
        body: { policies },
        headers: ifMatch(etag),
      });
      // The specification: a failure of the release is ignored.
      await unassign().catch(() => undefined);
    } finally {
      await refresh('license');
    }
    onClose();
    toastSuccess(licensesText.updated);
  };
  const release = async (): Promise<void> => {
    await unassign();
    await refresh('license');
    onClose();
    toastSuccess(licensesText.released);
  };
  return (
    <>
      <ConfirmDialog
        opened={question?.ask === 'update'}
        title={consumersText.update}
        confirmLabel={consumersText.updateConfirm}
        busyLabel={consumersText.updating}
        cancelLabel={consumersText.cancel}
        changes={question?.ask === 'update' && <RecentChanges rn={license.rn} since={question.since} />}
        onConfirm={update}
        onClose={onClose}
      >
        {consumersText.updateBody}
      </ConfirmDialog>
      <ConfirmDialog
        opened={question?.ask === 'release'}
        title={consumersText.release}
        confirmLabel={consumersText.releaseConfirm}
        cancelLabel={consumersText.cancel}
        danger
        onConfirm={release}
        onClose={onClose}
      >
        {consumersText.releaseBody}
      </ConfirmDialog>
    </>
  );
}
