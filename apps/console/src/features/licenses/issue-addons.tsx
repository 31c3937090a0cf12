import { resources, textsIn } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { addonsQuery } from '#api/catalogue.ts';
import { issuingText } from '#text/issuing.ts';
import { wireWord } from '#text/wire.ts';
import { emptyTexts } from '#ui/form/text-fields.tsx';
import { firstValues, IssueForm, type IssueProps, issueChecks } from './issue-form.tsx';
import { issueAddons } from './licenses.data.ts';

const initial = { ...firstValues, ...emptyTexts(resources.addonLicense) };
const check = issueChecks(resources.addonLicense, issuingText.chooseAddon);

export function IssueAddons({ accountId, accountName, ...props }: IssueProps) {
  const form = useForm({ initialValues: initial, validate: check });
  const issue = ({ of, type, ...texts }: typeof initial, count: number) => {
    const written = textsIn(resources.addonLicense, texts);
    return issueAddons({ 'account-id': accountId, addon: of ?? '', type, ...written, count });
  };
  const preview = (addon: string, count: number): string =>
    issuingText.addons({ count, type: wireWord(form.values.type), addon, account: accountName });
  return (
    <IssueForm
      form={form}
      resource={resources.addonLicense}
      catalogue={useQuery(addonsQuery())}
      label={issuingText.addon}
      empty={issuingText.noAddons}
      issue={issue}
      preview={preview}
      {...props}
    />
  );
}
