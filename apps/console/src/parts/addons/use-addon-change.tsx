import { resources } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { addonLicenseQuery, keyOf } from '#data/licenses.ts';
import { addonsText } from '#i18n/text/licensing.ts';
import { RecordTexts } from '#records/form/record-form.tsx';
import { useAuthInfo } from '#session/use-session.ts';
import { useFormDialog } from '#ui/dialog/use-form-dialog.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { updateAddon } from './addons.data.ts';

/** The dialog that changes the texts of an add-on license. Only users with `rootAdmin` or `sysAdmin` can open it. */
export function useAddonChange() {
  const { rootAdmin, sysAdmin } = useAuthInfo();
  const { open, dialog } = useFormDialog(addonsText.changeTitle, (id: string) => <AddonForm id={id} />);
  if (!rootAdmin && !sysAdmin) return { change: undefined, dialog: null };
  return { change: (addon: { rn: string }) => open(keyOf(addon)), dialog };
}

function AddonForm({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(addonLicenseQuery(id));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={120} />;
  return <RecordTexts of={data} resource={resources.addonLicense} save={updateAddon} />;
}
