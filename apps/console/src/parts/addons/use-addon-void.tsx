import { type AddonLicenseWithAddon, keyOf } from '#data/licenses.ts';
import { addonsText, voidText } from '#i18n/text/licensing.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { toastWithUndo } from '#records/deletion/toast-with-undo.tsx';
import type { Change } from '#server/mutation/change.ts';
import { usePermission } from '#session/use-permission.ts';
import { currentAddonLicense, restoreAddon, voidAddon } from './addons.data.ts';

/** Voids an add-on license that was issued by mistake. It can be undone at once, and restored from the foot of the list. */
export function useAddonVoid() {
  const may = usePermission('license:VoidLicense');
  const { ask, dialog } = useConfirmation();
  if (!may) return { void: undefined, dialog: null };
  const send = async (change: Change<AddonLicenseWithAddon, 'void'>): Promise<void> => {
    await voidAddon(change);
    const { rn } = change.item;
    toastWithUndo(addonsText.voided({ key: keyOf(change.item) }), () => restoreAddon({ rn }));
  };
  const confirm = (addon: AddonLicenseWithAddon): void =>
    ask({
      words: {
        title: addonsText.voidTitle,
        body: addon.license === null ? addonsText.voidBody : addonsText.voidBodyAssigned,
        confirm: addonsText.voidConfirm,
        busy: voidText.busy,
      },
      danger: true,
      change: { item: addon, etag: null, intent: 'void' },
      send,
      current: async () => ({ item: addon, etag: (await currentAddonLicense(addon)).etag }),
    });
  return { void: confirm, dialog };
}
