import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { listText } from '#text/lists.ts';

export interface NameValues {
  name: string;
  description: string;
}

/** The fields of things that have a name and a description. */
export function NameFields({ form }: { form: UseFormReturnType<NameValues> }) {
  return (
    <>
      <TextInput label={listText.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <Textarea label={listText.description} autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
    </>
  );
}

/** What the fields are called. */
export const nameLabels = { name: listText.name, description: listText.description };

/** What of a thing they show. */
export function namesOf({ name, description }: NameValues): NameValues {
  return { name, description };
}
