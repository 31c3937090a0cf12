import { type ComboboxItem, Select, Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { accountQuery, accountsSource } from '#api/accounts.ts';
import { selectAccount, useOwnIds, useSelectedAccount } from '#api/selected-account.ts';
import { shellText } from '#text/shell.ts';
import { messageOf } from '#ui/error-alert.tsx';
import { accountOption, matchingOptions } from './account-options.ts';
import { useOptions } from './use-options.ts';
import './account-picker.css';

/** Switches the account that is looked at; its clear control goes back to the own one. */
export function AccountPicker() {
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const { options, error, onSearch } = useOptions({
    source: accountsSource,
    option: accountOption,
    chosen: [accountId],
    one: accountQuery,
  });
  const own = useOwnIds().accountId;
  const input = useRef<HTMLInputElement>(null);

  if (error && !options) {
    return (
      <Tooltip label={messageOf(error)}>
        {/* Disabled in every way but one: it can be focused, so that the keyboard reaches the reason. */}
        <Select
          className="kh-account"
          aria-label={shellText.viewedAccount}
          readOnly
          aria-disabled="true"
          data-disabled
        />
      </Tooltip>
    );
  }
  return (
    <Select
      className="kh-account"
      aria-label={shellText.viewedAccount}
      data={options ?? []}
      value={options ? accountId : null}
      onChange={(value) => selectAccount(value === own ? null : value)}
      searchable
      clearable={!isAuthUserAccount}
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': shellText.resetAccount, 'aria-hidden': false, tabIndex: 0 }}
      onClear={() => input.current?.focus()}
      ref={input}
      openOnFocus={false}
      nothingFoundMessage={shellText.noAccountsFound}
      filter={({ options: all, search }) => (onSearch ? all : matchingOptions(all as ComboboxItem[], search))}
      {...(onSearch && { onSearchChange: onSearch })}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
