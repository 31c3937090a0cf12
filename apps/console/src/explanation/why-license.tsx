import { resourceIdOf, type User } from '@keyhold/contract';
import { Box } from '@mantine/core';
import { useState } from 'react';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#api/licenses.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { RemotePicker } from '#pickers/remote-picker.tsx';
import { whyText } from '#text/explanation.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Why } from './explanation.tsx';

/** Explains why a user can or cannot use a license that is chosen here. */
export function WhyLicense({ user }: { user: Pick<User, 'rn' | 'first-name'> }) {
  const [license, setLicense] = useState<string | null>(null);
  return (
    <Disclosure title={whyText.askAbout({ name: user['first-name'] })}>
      <Box maw={560}>
        <RemotePicker
          single
          label={whyText.license}
          source={licensesSource(useScopeOf(user.rn))}
          option={licenseOption}
          one={(rn) => licenseQuery(resourceIdOf(rn))}
          value={license}
          onChange={setLicense}
          empty={whyText.noLicenses}
          nothingFound={whyText.noneFound}
        />
      </Box>
      {license && <Why user={user.rn} license={license} />}
    </Disclosure>
  );
}

function licenseOption(license: LicenseWithProduct) {
  return { value: license.rn, label: `${license.certificate.product.name} ${keyOf(license)}` };
}
