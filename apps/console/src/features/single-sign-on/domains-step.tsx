import { type SingleSignOn, singleSignOnInput } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { singleSignOnText } from '#i18n/text/people.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import type { Version } from '#server/client/version.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { DomainItem } from './domain-item.tsx';
import { PeopleElsewhere } from './people-elsewhere.tsx';
import { currentConnection, domainNames, updateConnection } from './single-sign-on.data.ts';

const nameSchema = singleSignOnInput.shape.domains.unwrap().element.shape.name;

/** The domains whose e-mails go to the provider, each proven by a TXT record or vouched for. */
export function DomainsStep({ scope, of }: { scope: AccountScope; of: Version<SingleSignOn> }) {
  const { ask, dialog } = useConfirmation();
  const { canSwitchAccount } = useAuthInfo();
  const mayMove = usePermission('adm:MoveUser');
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (typed) => (nameSchema.safeParse(typed).success ? null : singleSignOnText.badDomain) },
  });
  const add = async ({ name }: typeof form.values): Promise<void> => {
    const domains = [...domainNames(of.item), { name: nameSchema.parse(name) }];
    await updateConnection({ ...of, scope, intent: { domains } });
    form.reset();
  };
  const remove = (name: string): void =>
    ask({
      words: {
        title: singleSignOnText.removeDomainTitle,
        body: singleSignOnText.removeDomainBody({ name }),
        confirm: singleSignOnText.removeDomain,
      },
      danger: true,
      change: { ...of, intent: 'remove' },
      send: (change) => {
        const domains = domainNames(change.item).filter((one) => one.name !== name);
        return updateConnection({ ...change, scope, intent: { domains } });
      },
      current: () => currentConnection(scope),
    });
  return (
    <>
      <Text c="dimmed" maw="72ch">
        {singleSignOnText.domainsAbout}
      </Text>
      {of.item.domains.length > 0 && (
        <Entries>
          {of.item.domains.map((domain) => (
            <DomainItem key={domain.name} scope={scope} domain={domain} onRemove={() => remove(domain.name)} />
          ))}
        </Entries>
      )}
      {canSwitchAccount && <PeopleElsewhere accountId={scope.accountId} mayMove={mayMove} />}
      <Form
        form={form}
        onSubmit={add}
        secondary
        submitLabel={singleSignOnText.addDomain}
        busyLabel={singleSignOnText.addDomain}
      >
        <ExactField label={singleSignOnText.domain} placeholder="example.com" mt="md" {...form.getInputProps('name')} />
      </Form>
      {dialog}
    </>
  );
}
