import { Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountScope } from '#api/selected-account.ts';
import { Why } from '#explanation/explanation.tsx';
import { UserPicker } from '#pickers/user-picker.tsx';
import { whyText } from '#text/explanation.ts';
import { Modal } from '#ui/dialog/modal.tsx';

interface WhyPersonProps {
  opened: boolean;
  /** The rn of the license. */
  license: string;
  scope: AccountScope;
  onClose: () => void;
}

/** The dialog that asks of a license why a person can or cannot use it. */
export function WhyPerson({ opened, license, scope, onClose }: WhyPersonProps) {
  const [user, setUser] = useState<string | null>(null);
  return (
    <Modal opened={opened} onClose={onClose} title={whyText.ask} size="lg" sheet>
      <Text c="dimmed" mb="sm">
        {whyText.asSaved}
      </Text>
      <UserPicker label={whyText.person} scope={scope} value={user} onChange={setUser} />
      {user && <Why user={user} license={license} scope={scope} />}
    </Modal>
  );
}
