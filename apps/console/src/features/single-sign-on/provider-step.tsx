import { type SingleSignOn, singleSignOnInput } from '@keyhold/contract';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatList } from '#i18n/locale/formats.ts';
import { singleSignOnText } from '#i18n/text/people.ts';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ExactField } from '#ui/form/exact-field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { testConnection, updateConnection } from './single-sign-on.data.ts';

const { issuer: issuerSchema, 'client-id': clientIdSchema } = singleSignOnInput.shape;

const valuesOf = (connection: SingleSignOn) => ({
  issuer: connection.issuer,
  'client-id': connection['client-id'],
  'client-secret': '',
});

const { labels } = singleSignOnText;

const relinksWords = {
  title: singleSignOnText.relinksTitle,
  body: singleSignOnText.relinks,
  confirm: singleSignOnText.relink,
};

interface ProviderStepProps {
  scope: AccountScope;
  of: Version<SingleSignOn>;
  connected: boolean;
}

/** The provider and its client id and secret for this product. Each save is tested, and the result is displayed. */
export function ProviderStep({ scope, of, connected }: ProviderStepProps) {
  // A test replaces one that is running, which is of the settings before.
  const testing = useMutation({ mutationFn: () => testConnection(scope), networkMode: 'always' });
  const { data: found, error, isPending: busy } = testing;
  const test = (): void => testing.mutate();
  const relinks = (typed: Pick<SingleSignOn, 'issuer' | 'client-id'>): boolean =>
    connected && (typed['client-id'].trim() !== of.item['client-id'] || typed.issuer.trim() !== of.item.issuer);
  return (
    <>
      <RecordForm
        of={of}
        valuesOf={valuesOf}
        labels={labels}
        check={(typed) => ({
          ...(!issuerSchema.safeParse(typed.issuer).success && { issuer: singleSignOnText.badIssuer }),
          ...(!clientIdSchema.safeParse(typed['client-id']).success && { 'client-id': singleSignOnText.emptyClientId }),
          // The stored secret belongs to the previous provider.
          ...(typed['client-secret'] === '' &&
            typed.issuer.trim() !== of.item.issuer && { 'client-secret': singleSignOnText.emptyClientSecret }),
        })}
        save={({ intent: { 'client-secret': secret, ...intent }, ...change }) =>
          updateConnection({
            ...change,
            scope,
            intent: secret === '' ? intent : { ...intent, 'client-secret': secret },
          })
        }
        question={(typed) => (relinks(typed) ? relinksWords : null)}
        onSaved={test}
        submitLabel={singleSignOnText.saveAndTest}
        // Once there is a connection, the last step has the only primary button.
        secondary={connected}
      >
        {(form) => (
          <Stack gap="md">
            <ExactField
              label={labels.issuer}
              description={singleSignOnText.issuerHint}
              type="url"
              withAsterisk
              {...form.getInputProps('issuer')}
            />
            <ExactField
              label={labels['client-id']}
              description={singleSignOnText.clientIdHint}
              withAsterisk
              {...form.getInputProps('client-id')}
            />
            {relinks(form.values) && <Notice tone="yellow">{singleSignOnText.relinks}</Notice>}
            <PasswordField
              label={labels['client-secret']}
              description={connected ? singleSignOnText.clientSecretStays : singleSignOnText.clientSecretHint}
              autoComplete="new-password"
              withAsterisk={!connected}
              {...form.getInputProps('client-secret')}
            />
          </Stack>
        )}
      </RecordForm>
      <Stack gap="md" mt="md">
        <ErrorAlert error={error} />
        {found && (
          <Notice tone="green" title={singleSignOnText.found}>
            <p>
              {singleSignOnText.foundKeys({ count: found['signing-keys'], algorithms: formatList(found.algorithms) })}
            </p>
            <p>{found['backchannel-logout'] ? singleSignOnText.foundLogout : singleSignOnText.foundNoLogout}</p>
          </Notice>
        )}
        {connected && (
          <Button me="auto" onClick={() => !busy && test()} aria-busy={busy}>
            {busy ? singleSignOnText.testing : singleSignOnText.test}
          </Button>
        )}
      </Stack>
    </>
  );
}
