import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Version } from '#api/change.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { StatusSwitch } from '#confirmation/status-switch.tsx';
import { termsText } from '#text/issuing.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { ChangeTerms } from './change-terms.tsx';
import { currentLicense, setLicenseStatus } from './licenses.data.ts';

/** What provider staff can do with a license that was issued: suspend, resume, let it end at another time. */
export function LicenseTerms({ of }: { of: Version<LicenseWithProduct> }) {
  const [changing, setChanging] = useState(false);
  const suspended = of.item.status === 'Suspended';
  return (
    <Panel heading={termsText.title}>
      <Text c="dimmed" fz="xs" mt={-8} mb="sm">
        {termsText.hint}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => setChanging(true)}>
          {termsText.change}
        </Button>
        <StatusSwitch
          of={of}
          words={suspended ? termsText.resume : termsText.suspend}
          to={suspended ? 'Active' : 'Suspended'}
          danger={!suspended}
          send={setLicenseStatus}
          current={() => currentLicense(of.item)}
        />
      </Group>
      <FormModal opened={changing} onClose={() => setChanging(false)} title={termsText.change}>
        {(cancel) => <ChangeTerms of={of} cancel={cancel} onDone={() => setChanging(false)} />}
      </FormModal>
    </Panel>
  );
}
