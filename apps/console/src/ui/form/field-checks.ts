import { schemaResolver } from '@mantine/form';
import { fieldSentence } from '#i18n/text/problems.ts';

type Schema = Parameters<typeof schemaResolver>[0];

/** Validates the fields of a form by the contract, with messages in the language of the page. */
export function fieldChecks(schema: Schema): (values: Record<string, unknown>) => Record<string, string> {
  const check = schemaResolver(schema, { sync: true });
  return (values) =>
    Object.fromEntries(
      Object.entries(check(values)).map(([field, sentence]) => [field, fieldSentence(String(sentence))]),
    );
}
