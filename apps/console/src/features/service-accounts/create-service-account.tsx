import { resources } from '@keyhold/contract';
import { useState } from 'react';
import type { AccountScope } from '#api/selected-account.ts';
import { RolePicker } from '#pickers/roles-and-tags.tsx';
import { createServiceAccount } from '#service-accounts/service-accounts.data.ts';
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { CreationForm } from '#ui/form/creation-form.tsx';

export function CreateServiceAccount({ scope, ...props }: DialogFormProps & { scope: AccountScope }) {
  const [roles, setRoles] = useState<string[]>([]);
  return (
    <CreationForm
      of={resources.serviceAccount}
      create={(texts) => createServiceAccount({ ...texts, roles, 'account-id': scope.accountId })}
      {...props}
    >
      <RolePicker scope={scope} value={roles} onChange={setRoles} />
    </CreationForm>
  );
}
