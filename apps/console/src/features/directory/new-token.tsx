import type { Directory } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CreateToken } from '#service-accounts/create-token.tsx';
import { createToken } from '#service-accounts/service-accounts.data.ts';
import { directoryText } from '#text/directory.ts';
import { tokensText } from '#text/service-accounts.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { directoryTokenDays } from './connect-directory.tsx';

/** Makes another token of a directory, before or after the one it has ends. */
export function NewToken({ of, onSecret }: { of: Directory; onSecret: (secret: string) => void }) {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <Button size="xs" aria-label={directoryText.newTokenFor({ name: of.name })} onClick={() => setOpened(true)}>
        {tokensText.newOne}
      </Button>
      <FormModal opened={opened} onClose={close} title={tokensText.createTitle}>
        <CreateToken
          make={(body) => createToken({ of, body })}
          usualDays={directoryTokenDays}
          onSecret={onSecret}
          onDone={close}
        />
      </FormModal>
    </>
  );
}
