// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useListState } from '#lists/engine/list-state.ts';
import { DataTable } from './data-table.tsx';
import { useListFilter } from './list-filter.tsx';

afterEach(cleanup);

function Users() {
  const { button, empty } = useListFilter({ pending: 'Pending' }, { title: 'No users yet' });
  const state = useListState([]);
  return (
    <>
      {button}
      <DataTable
        label="users"
        rows={[]}
        error={null}
        onRetry={() => undefined}
        state={state}
        columns={[]}
        rowKey={() => ''}
        texts={() => []}
        empty={empty}
      />
    </>
  );
}

test('a filter without matches is named, and the list is not displayed as empty', () => {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/?filter=pending']}>
        <Users />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.getByText('Nothing in this list matches the filter “Pending”.')).toBeTruthy();
  expect(screen.queryByText('No users yet')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Pending' }));
  expect(screen.getByText('No users yet')).toBeTruthy();
});
