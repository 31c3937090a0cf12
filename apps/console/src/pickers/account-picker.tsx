import { type ComboboxItem, Select, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { accountsQuery } from '#api/accounts.ts';
import { selectAccount, useOwnIds, useSelectedAccount } from '#api/selected-account.ts';
import { shellText } from '#text/shell.ts';
import { messageOf } from '#ui/error-alert.tsx';
import { accountOptions, matchingOptions } from './account-options.ts';
import './account-picker.css';

/** Switches the account that is looked at; its clear control goes back to the own one. */
export function AccountPicker() {
  const { data, error } = useQuery(accountsQuery());
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const own = useOwnIds().accountId;
  const input = useRef<HTMLInputElement>(null);
  const options = useMemo(() => accountOptions(data ?? []), [data]);

  if (error && !data) {
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
      data={options}
      value={data ? accountId : null}
      onChange={(value) => selectAccount(value === own ? null : value)}
      searchable
      clearable={!isAuthUserAccount}
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': shellText.resetAccount, 'aria-hidden': false, tabIndex: 0 }}
      onClear={() => input.current?.focus()}
      ref={input}
      openOnFocus={false}
      nothingFoundMessage={shellText.noAccountsFound}
      filter={({ options: all, search }) => matchingOptions(all as ComboboxItem[], search)}
      maxDropdownHeight={220}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
