import { Button, Text } from '@mantine/core';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { FactorItem } from '#factors/factor-item.tsx';
import { renewRecoveryCodes } from '#factors/factors.data.ts';
import { factorsText } from '#text/factors.ts';
import { Entries } from '#ui/layout/entries.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { OwnFactorsProps } from './factor-panel.tsx';

/** How many recovery codes are left, and new ones. */
export function CodesPanel({ userId, factors, onCodes }: OwnFactorsProps) {
  const { ask, dialog } = useConfirmation();
  const codes = factors.find(({ kind }) => kind === 'recovery-codes');
  const renew = (): void =>
    ask({
      words: { title: factorsText.renewTitle, body: factorsText.renewBody, confirm: factorsText.renew },
      change: { base: { userId }, etag: null, intent: 'renew' },
      send: async ({ base }) => onCodes(await renewRecoveryCodes(base)),
    });
  return (
    <Panel heading={factorsText.recoveryCodes}>
      <Text c="dimmed" maw="72ch">
        {factorsText.recoveryCodesAbout}
      </Text>
      {codes ? (
        <Entries>
          <FactorItem factor={codes}>
            <Button size="xs" onClick={renew}>
              {factorsText.renew}
            </Button>
          </FactorItem>
        </Entries>
      ) : (
        <Text mt="sm">{factorsText.noRecoveryCodes}</Text>
      )}
      {dialog}
    </Panel>
  );
}
