import { Box } from '@mantine/core';
import { useState } from 'react';
import type { AccountScope } from '#api/selected-account.ts';
import { LicensePicker } from '#pickers/license-picker.tsx';
import { whyText } from '#text/explanation.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Why } from './explanation.tsx';

interface WhyLicenseProps {
  user: string;
  name: string;
  scope: AccountScope;
}

/** Explains why a user can or cannot use a license that is chosen here. */
export function WhyLicense({ user, name, scope }: WhyLicenseProps) {
  const [license, setLicense] = useState<string | null>(null);
  return (
    <Disclosure title={whyText.askAbout({ name })}>
      <Box maw={560}>
        <LicensePicker scope={scope} value={license} onChange={setLicense} />
      </Box>
      {license && <Why user={user} license={license} scope={scope} />}
    </Disclosure>
  );
}
