// @vitest-environment happy-dom

import { ApiError } from '@keyhold/client';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ListSource } from '#lists/engine/listing.ts';
import { keys } from '#server/cache/keys.ts';
import { queryClient } from '#server/cache/query-client.ts';
import { RemotePicker } from './remote-picker.tsx';

afterEach(cleanup);

/** Renders a selector of a list too long to be loaded whole, whose search the server refuses. */
function pickerWithoutSearch() {
  const source: ListSource<{ name: string }> = {
    key: keys.tag.list('acme'),
    sorts: ['name'],
    fetchRows: async ({ search }) => {
      if (search) throw new ApiError(new Response(null, { status: 500 }), { errors: ['The search failed.'] });
      return { items: [{ name: 'Cyan' }, { name: 'Magenta' }], total: 5000, 'next-cursor': 'a cursor' };
    },
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RemotePicker
          label="Tag"
          source={source}
          option={({ name }) => ({ value: name, label: name })}
          empty="No tags."
          nothingFound="No tags found."
          value={[]}
          onChange={() => undefined}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test('a failed search shows its error and filters the first options by the text', async () => {
  pickerWithoutSearch();
  const field = await screen.findByRole('combobox', { name: 'Tag' });
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'mag' } });
  await screen.findByText('The search failed.');
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toContain('Magenta');
  expect(screen.queryByText('Cyan')).toBeNull();
  fireEvent.change(field, { target: { value: 'nowhere' } });
  await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
  expect(screen.getByText('The search failed.')).toBeDefined();
  fireEvent.change(field, { target: { value: '' } });
  await waitFor(() => expect(screen.queryByText('The search failed.')).toBeNull());
});
