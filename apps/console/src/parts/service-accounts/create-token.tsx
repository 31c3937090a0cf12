import { addressRangesSchema, resources } from '@keyhold/contract';
import { Textarea, TextInput } from '@mantine/core';
import { tokensText } from '#i18n/text/people.ts';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { Form } from '#ui/form/form.tsx';
import type { TokenTerms } from './service-accounts.data.ts';

const day = 86_400_000;

interface CreateTokenProps {
  /** Creates the token and returns its secret. */
  make: (terms: TokenTerms) => Promise<string>;
  /** The default validity of the token, in days. */
  defaultDays?: number;
  /** Whether the token is already named, so that its texts cannot be edited. */
  namedAlready?: boolean;
  submitLabel?: string;
  /** Shows the secret of the token. */
  onSecret: (secret: string) => void;
}

export function CreateToken(props: CreateTokenProps) {
  const { make, defaultDays = 90, namedAlready = false, submitLabel = tokensText.make, onSecret } = props;
  const end = new Date(Date.now() + defaultDays * day).toISOString().slice(0, 10);
  const form = useCreationForm(resources.serviceAccountToken, { 'expires-on': end, addresses: '' }, (values) => ({
    'expires-on': isGoodEnd(startOf(values['expires-on'])) ? null : tokensText.badDate,
    addresses: wrongAddress(values.addresses),
  }));
  const create = async ({ addresses, 'expires-on': date, ...texts }: typeof form.values): Promise<void> => {
    onSecret(await make({ ...texts, 'expires-on': startOf(date).toISOString(), addresses: linesOf(addresses) }));
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={submitLabel} busyLabel={tokensText.making}>
      <TextFields resource={resources.serviceAccountToken} set="create" form={form} readOnly={namedAlready} />
      <TextInput
        type="date"
        label={tokensText.endsOn}
        description={tokensText.endsHint}
        withAsterisk
        {...form.getInputProps('expires-on')}
      />
      <Textarea
        label={tokensText.addresses}
        description={tokensText.addressesHint}
        {...form.getInputProps('addresses')}
      />
    </Form>
  );
}

/** When a day begins for the user: in UTC, tomorrow may already have begun. */
function startOf(date: string): Date {
  return new Date(`${date}T00:00`);
}

/** The server decides; this check saves a request with an invalid day. */
function isGoodEnd(end: Date): boolean {
  return +end > Date.now() && +end <= Date.now() + 2 * 366 * day;
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '');
}

function wrongAddress(text: string): string | null {
  const wrong = linesOf(text).find((line) => !addressRangesSchema.safeParse([line]).success);
  return wrong === undefined ? null : tokensText.badAddress({ address: wrong });
}
