import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { listText } from '#text/lists.ts';
import styles from './data-table.module.css';
import type { TypedSearch } from './typed-search.ts';

/** The search of a list: 400 wide where there is room. Its name says what is searched: `Search users`. */
export function SearchBox({ label, search: { typed, type, finish } }: { label: string; search: TypedSearch }) {
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={listText.search}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
      data-autofocus
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        typed ? <CloseButton size="sm" aria-label={listText.clearSearch} onClick={() => type('')} /> : undefined
      }
    />
  );
}
