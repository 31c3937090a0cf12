import { calls, type Factor, type FactorKind } from '@keyhold/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { formText, listText } from '#i18n/text/every-page.ts';
import { factorsText } from '#i18n/text/factors.ts';
import { FactorItem, factorName } from '#parts/identity/factors/factor-item.tsx';
import { removeFactor, renameFactor } from '#parts/identity/factors/factors.data.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { Panel } from '#ui/layout/panel.tsx';

export interface FactorPanelProps {
  factors: readonly Factor[];
  kind: FactorKind;
  /** The actions of a factor. */
  actions: (factor: Factor) => ReactNode;
  /** The control that adds a factor. */
  children: ReactNode;
}

/** The user's own factors of one kind. */
export function FactorPanel({ factors, kind, actions, children }: FactorPanelProps) {
  const { heading, about, none } = factorsText.panels[kind];
  const ofKind = factors.filter((factor) => factor.kind === kind);
  return (
    <Panel heading={heading}>
      <Text c="dimmed" maw="72ch">
        {about}
      </Text>
      {ofKind.length === 0 ? (
        <Text mt="sm">{none}</Text>
      ) : (
        <Entries>
          {ofKind.map((factor) => (
            <FactorItem key={factor.id} factor={factor}>
              {actions(factor)}
            </FactorItem>
          ))}
        </Entries>
      )}
      {children}
    </Panel>
  );
}

/** The buttons that rename and remove one of the user's own factors. */
export function useFactorActions(userId: string, all: readonly Factor[]) {
  const { ask, dialog } = useConfirmation();
  const remove = (factor: Factor): void => {
    const isLast = all.filter(({ kind }) => kind !== 'recovery-codes').length === 1;
    ask({
      words: {
        title: factorsText.removeTitle({ kind: factor.kind }),
        body: `${factorsText.removeBody({ name: factorName(factor) })}${isLast ? ` ${factorsText.removeLast}` : ''}`,
        confirm: factorsText.remove,
      },
      danger: true,
      send: () => removeFactor({ userId, factor }),
    });
  };
  const actions = (factor: Factor): ReactNode => {
    const name = factorName(factor);
    return (
      <Group gap="xs">
        <FormButton size="xs" label={factorsText.rename} aria-label={factorsText.renameNamed({ name })}>
          <RenameFactor userId={userId} factor={factor} />
        </FormButton>
        <Button size="xs" aria-label={factorsText.removeNamed({ name })} onClick={() => remove(factor)}>
          {factorsText.remove}
        </Button>
      </Group>
    );
  };
  return { actions, dialog };
}

const checks = fieldChecks(calls.renameFactor.body);

/** The form that renames a factor. */
function RenameFactor({ userId, factor }: { userId: string; factor: Factor }) {
  const form = useForm({ initialValues: { name: factorName(factor) }, validate: checks });
  const rename = ({ name }: typeof form.values) => renameFactor({ userId, factor, name });
  return (
    <Form form={form} onSubmit={rename} submitLabel={factorsText.rename} busyLabel={formText.updating}>
      <TextInput label={listText.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </Form>
  );
}
