import { type Account, resourceIdOf } from '@keyhold/contract';
import { Tooltip } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { accountQuery, accountsSource } from '#data/accounts.ts';
import { listText, shellText } from '#i18n/text/every-page.ts';
import { optionFilter } from '#parts/pickers/option-filter.ts';
import type { PickerOption } from '#parts/pickers/option-picker.tsx';
import { useOptions } from '#parts/pickers/remote-picker.tsx';
import { Select } from '#parts/pickers/selectors.tsx';
import { useOwnIds, useSelectedAccount } from '#session/selected-account.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { useSwitchAccount } from './use-switch-account.ts';

const width = { w: 300, miw: 0, flex: '0 1 300px' } as const;

/** Switches the selected account; the clear button returns to the user's own account. */
export function AccountPicker() {
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const { options, more, pending, failure, onSearch } = useOptions({
    source: accountsSource,
    option: accountOption,
    chosen: [accountId],
    one: accountQuery,
  });
  const switchTo = useSwitchAccount();
  const own = useOwnIds().accountId;
  const input = useRef<HTMLInputElement>(null);
  // The selector fills in the account's name after it is rendered; text typed before that would be added to it.
  const [named, setNamed] = useState(false);
  const known = options !== undefined;
  useEffect(() => setNamed(known), [known]);

  if (failure && !options) {
    return (
      <Tooltip label={messageOf(failure)}>
        {/* Disabled but focusable, so that the keyboard reaches the reason. */}
        <Select {...width} aria-label={shellText.viewedAccount} readOnly aria-disabled="true" data-disabled />
      </Tooltip>
    );
  }
  return (
    <Select
      {...width}
      aria-label={shellText.viewedAccount}
      data={options ?? []}
      value={options ? accountId : null}
      onChange={(id) => switchTo(id ?? own)}
      searchable
      readOnly={!named}
      clearable={!isAuthUserAccount}
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': shellText.resetAccount, 'aria-hidden': false, tabIndex: 0 }}
      onClear={() => input.current?.focus()}
      ref={input}
      nothingFoundMessage={pending ? listText.searching : failure ? messageOf(failure) : shellText.noAccountsFound}
      filter={optionFilter({ found: onSearch !== undefined && !pending && !failure, more })}
      {...(onSearch && { onSearchChange: onSearch })}
    />
  );
}

function accountOption({ rn, name }: Account): PickerOption {
  return { value: resourceIdOf(rn), label: name };
}
