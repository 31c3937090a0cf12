import { List, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { removedText } from '#i18n/text/activity.ts';
import { accountsText } from '#i18n/text/people.ts';
import { problemSentence } from '#i18n/text/problems.ts';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useLast } from '#ui/dialog/modal.tsx';
import { errorStatus, problemsOf } from '#ui/feedback/error-status.ts';
import { Form } from '#ui/form/form.tsx';
import { restoreAccount } from './accounts.data.ts';

interface Conflicts {
  rn: string;
  problems: ReturnType<typeof problemsOf>;
}

/**
 * Restores deleted accounts: `restore` does, and opens a dialog if others have taken what the account had. The dialog
 * names every conflict, and restores the rest or under another name.
 */
export function useAccountRestoration() {
  const [conflicts, setConflicts] = useState<Conflicts | null>(null);
  const shown = useLast(conflicts);
  const restore = async (account: { rn: string }): Promise<void> => {
    try {
      await restoreAccount(account);
    } catch (error) {
      if (errorStatus(error) !== 409) throw error;
      setConflicts({ rn: account.rn, problems: problemsOf(error) });
    }
  };
  return {
    restore,
    dialog: (
      <FormModal opened={conflicts !== null} onClose={() => setConflicts(null)} title={accountsText.restoreTitle}>
        {shown && <RestoreAccount conflicts={shown} onConflicts={setConflicts} />}
      </FormModal>
    ),
  };
}

interface RestoreAccountProps {
  conflicts: Conflicts;
  /** Shows the conflicts that a further attempt meets. */
  onConflicts: (conflicts: Conflicts) => void;
}

function RestoreAccount({ conflicts: { rn, problems }, onConflicts }: RestoreAccountProps) {
  const renames = problems.some(({ path }) => path === 'name');
  const renumbers = problems.some(({ path }) => path === 'customer-number');
  const excepts = problems.some(({ path }) => path === 'email');
  const form = useForm({
    initialValues: { name: '', number: '' },
    validate: { name: (name) => (renames && name.trim() === '' ? accountsText.anotherName : null) },
  });
  const send = async ({ name, number }: typeof form.values): Promise<void> => {
    try {
      const own = { ...(name && { name }), ...(renumbers && { 'customer-number': number }) };
      await restoreAccount({ rn, ...own, ...(excepts && { 'except-conflicts': true }) });
    } catch (error) {
      // What stands in the way now may be something else.
      if (errorStatus(error) === 409) onConflicts({ rn, problems: problemsOf(error) });
      throw error;
    }
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      submitLabel={excepts ? accountsText.restoreRest : removedText.restore}
      busyLabel={accountsText.restoring}
      guarded={false}
    >
      <p>{accountsText.restoreConflicts}</p>
      <List>
        {problems.map((problem) => (
          <List.Item key={String(problem.message)}>{problemSentence(problem)}</List.Item>
        ))}
      </List>
      {excepts && <p>{accountsText.restoreRestHint}</p>}
      {renames && (
        <TextInput label={accountsText.anotherName} withAsterisk {...form.getInputProps('name')} data-autofocus />
      )}
      {renumbers && (
        <TextInput
          label={accountsText.anotherNumber}
          description={accountsText.anotherNumberHint}
          {...form.getInputProps('number')}
          data-autofocus={!renames || undefined}
        />
      )}
    </Form>
  );
}
