import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { addonsQuery } from '#data/catalogue.ts';
import { bulkText } from '#i18n/text/general.ts';
import { issuingText } from '#i18n/text/licensing.ts';
import { OptionPicker } from '#parts/pickers/option-picker.tsx';
import { Form } from '#ui/form/form.tsx';

interface AddonsOfManyProps {
  apply: (change: { add: string[]; remove: string[] }) => Promise<void>;
}

/** Assigns add-ons to many licenses, and unassigns others; each takes an unassigned add-on license. */
export function AddonsOfMany({ apply }: AddonsOfManyProps) {
  const addons = useQuery(addonsQuery);
  const form = useForm({
    initialValues: { add: [] as string[], remove: [] as string[] },
    validate: ({ add, remove }) => {
      if (add.length + remove.length === 0) return { add: bulkText.chooseSomething };
      return add.some((rn) => remove.includes(rn)) ? { remove: bulkText.bothWays } : {};
    },
  });
  return (
    <Form form={form} onSubmit={apply} submitLabel={bulkText.apply} busyLabel={bulkText.applying}>
      {(['add', 'remove'] as const).map((field) => (
        <OptionPicker
          key={field}
          label={bulkText.addons[field]}
          options={addons.data?.map(({ rn, name }) => ({ value: rn, label: name }))}
          failure={addons.error}
          onRetry={() => void addons.refetch()}
          empty={issuingText.noAddons}
          nothingFound={issuingText.noneFound}
          {...form.getInputProps(field)}
          value={form.values[field]}
        />
      ))}
    </Form>
  );
}
