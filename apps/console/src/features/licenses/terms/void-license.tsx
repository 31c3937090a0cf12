import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { keyOf, type LicenseWithProduct } from '#data/licenses.ts';
import { currentLicense, restoreLicense, voidLicense } from '#features/licenses/licenses.data.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { voidText } from '#i18n/text/licensing.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { toastWithUndo } from '#records/deletion/toast-with-undo.tsx';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { usePermission } from '#session/use-permission.ts';

/** Voids a license that was issued by mistake. It can be undone at once, and restored from the foot of the list. */
export function VoidLicense({ of }: { of: Version<LicenseWithProduct> }) {
  const may = usePermission('license:VoidLicense');
  const { ask, dialog } = useConfirmation();
  const navigate = useNavigate();
  if (!may) return null;
  const { rn, state } = of.item;
  const send = async (change: Change<LicenseWithProduct, 'void'>): Promise<void> => {
    await voidLicense({ ...change, leave: () => navigate(licensesPath) });
    toastWithUndo(voidText.voided({ key: keyOf(of.item) }), () => restoreLicense({ rn }));
  };
  const confirm = (): void =>
    ask({
      words: {
        title: voidText.title,
        body: state.user === null ? voidText.body : voidText.bodyInUse,
        confirm: voidText.confirm,
        busy: voidText.busy,
      },
      danger: true,
      change: { ...of, intent: 'void' },
      send,
      current: () => currentLicense(of.item),
    });
  return (
    <>
      <Button onClick={confirm}>{voidText.title}</Button>
      {dialog}
    </>
  );
}
