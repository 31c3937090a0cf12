import type { User } from '@keyhold/contract';
import { Box } from '@mantine/core';
import { useState } from 'react';
import { useScopeOf } from '#api/selected-account.ts';
import { LicensePicker } from '#pickers/license-picker.tsx';
import { whyText } from '#text/explanation.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Why } from './explanation.tsx';

/** Explains why a user can or cannot use a license that is chosen here. */
export function WhyLicense({ user }: { user: Pick<User, 'rn' | 'first-name'> }) {
  const [license, setLicense] = useState<string | null>(null);
  return (
    <Disclosure title={whyText.askAbout({ name: user['first-name'] })}>
      <Box maw={560}>
        <LicensePicker scope={useScopeOf(user.rn)} value={license} onChange={setLicense} />
      </Box>
      {license && <Why user={user.rn} license={license} />}
    </Disclosure>
  );
}
