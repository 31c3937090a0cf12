import { resourceIdOf } from '@keyhold/contract';
import { accountQuery, accountsSource } from '#data/accounts.ts';
import { shellText } from '#i18n/text/every-page.ts';
import type { PickerProps } from './option-picker.tsx';
import { RemotePicker } from './remote-picker.tsx';

interface AccountChoiceProps extends Pick<PickerProps, 'label'> {
  /** The id of the chosen account. */
  value: string;
  onChange: (accountId: string) => void;
}

/** Chooses one of all accounts; for provider staff. */
export function AccountChoice({ onChange, ...picker }: AccountChoiceProps) {
  return (
    <RemotePicker
      single
      source={accountsSource}
      option={({ rn, name }) => ({ value: resourceIdOf(rn), label: name })}
      one={accountQuery}
      empty={shellText.noAccountsFound}
      nothingFound={shellText.noAccountsFound}
      required
      onChange={(id) => id !== null && onChange(id)}
      {...picker}
    />
  );
}
