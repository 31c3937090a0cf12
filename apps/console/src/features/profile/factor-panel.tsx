import type { Factor } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FactorItem, factorName } from '#factors/factor-item.tsx';
import { factorsText } from '#text/factors.ts';
import { Entries } from '#ui/layout/entries.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useFactorActions } from './use-factor-actions.tsx';

/** What every panel of the own factors knows. */
export interface OwnFactorsProps {
  userId: string;
  factors: readonly Factor[];
  /** Shows recovery codes that were just made. */
  onCodes: (codes: readonly string[]) => void;
}

interface FactorPanelProps {
  userId: string;
  all: readonly Factor[];
  kind: 'passkey' | 'authenticator';
  heading: string;
  about: string;
  none: string;
  /** Adds one. */
  action: ReactNode;
}

/** The own factors of a kind, each of which can be renamed and removed. */
export function FactorPanel({ userId, all, kind, heading, about, none, action }: FactorPanelProps) {
  const { rename, remove, dialogs } = useFactorActions(userId, all);
  const shown = all.filter((factor) => factor.kind === kind);
  return (
    <Panel heading={heading}>
      <Text c="dimmed" maw="72ch">
        {about}
      </Text>
      {shown.length === 0 ? (
        <Text mt="sm">{none}</Text>
      ) : (
        <Entries>
          {shown.map((factor) => (
            <FactorItem key={factor.id} factor={factor}>
              <Group gap="xs">
                <Button
                  size="xs"
                  aria-label={factorsText.renameNamed({ name: factorName(factor) })}
                  onClick={() => rename(factor)}
                >
                  {factorsText.rename}
                </Button>
                <Button
                  size="xs"
                  aria-label={factorsText.removeNamed({ name: factorName(factor) })}
                  onClick={() => remove(factor)}
                >
                  {factorsText.remove}
                </Button>
              </Group>
            </FactorItem>
          ))}
        </Entries>
      )}
      {action}
      {dialogs}
    </Panel>
  );
}
