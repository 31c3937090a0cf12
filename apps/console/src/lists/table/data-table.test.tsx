// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Column } from '#lists/columns/column.ts';
import { useListState } from '#lists/engine/list-state.ts';
import { useSelection } from '#lists/selection/selection.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

interface Tag {
  id: string;
  name: string;
}

const tags = (count: number): Tag[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `Tag ${String(index).padStart(3, '0')}` }));
const columns: readonly Column<Tag>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sort: ({ name }) => name },
];

function Table(list: Partial<DataTableProps<Tag>>) {
  const state = useListState(columns);
  return (
    <DataTable
      label="tags"
      rows={undefined}
      error={null}
      onRetry={() => undefined}
      {...list}
      state={state}
      columns={columns}
      rowKey={({ id }) => id}
      texts={({ name }) => [name]}
      empty={{ title: 'No tags yet' }}
    />
  );
}

function list(props: Partial<DataTableProps<Tag>>) {
  return render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Table {...props} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

const shown = () =>
  screen.queryAllByRole('row').flatMap((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  );

describe('a list', () => {
  test('is busy while it loads, and not displayed as empty', () => {
    const { container } = list({});
    expect(container.querySelector('[aria-busy="true"]')).toBeTruthy();
    expect(screen.queryByText('No tags yet')).toBeNull();
  });

  test('shows a page of its sorted rows', () => {
    list({ rows: tags(120).toReversed() });
    expect(shown()).toHaveLength(50);
    expect(shown()[0]).toBe('Tag 000');
  });

  test('shows its empty state without rows', () => {
    list({ rows: [] });
    expect(screen.getByText('No tags yet')).toBeTruthy();
  });

  test('offers a retry after a failure, and keeps its rows', () => {
    const onRetry = vi.fn();
    list({ rows: tags(2), error: new Error('Not now.'), onRetry });
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button'));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(shown()).toEqual(['Tag 000', 'Tag 001']);
  });

  test('filters while the user types, and announces the number of matches', async () => {
    list({ rows: tags(120) });
    await act(async () => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tag 11' } }));
    expect(shown()).toHaveLength(10);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('10 of 120 shown');
    await act(
      async () => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } }),
    );
    expect(shown()).toEqual([]);
    expect(screen.getByText('Nothing matches')).toBeTruthy();
  });
});

describe('a list with a selection', () => {
  function ChosenTable(props: Partial<DataTableProps<Tag>>) {
    const state = useSelection('account');
    return <Table {...props} selection={{ state, rowName: ({ name }) => name, actions: () => null }} />;
  }

  function chosenList(props: Partial<DataTableProps<Tag>>) {
    const element = (rows: Partial<DataTableProps<Tag>>) => (
      <MantineProvider env="test">
        <MemoryRouter>
          <ChosenTable {...rows} />
        </MemoryRouter>
      </MantineProvider>
    );
    const { rerender } = render(element(props));
    return (rows: Partial<DataTableProps<Tag>>) => rerender(element(rows));
  }

  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const press = (element: HTMLElement) => act(async () => void fireEvent.click(element));
  const says = (text: string) => screen.getAllByRole('status').some(({ textContent }) => textContent === text);
  const shownRows = { rows: tags(50), total: 1200, matched: 1200, page: 1, pages: 24 };
  const long = { serverRows: { arranged: shownRows, stale: false, sorts: ['name'], search: {}, all: async () => [] } };

  test.each([
    ['here', { rows: tags(120) }, '120', '119', '70'],
    ['on the server', long, '1,200', '1,199', '1,150'],
  ])('keeps all rows %s except the deselected ones', async (_, props, all, allButOne, allButPage) => {
    chosenList(props);
    await press(box('Select Tag 000'));
    await press(screen.getByRole('button', { name: `Select all ${all} matching` }));
    await press(box('Select Tag 007'));
    expect(says(`${allButOne} selected`)).toBe(true);
    expect([box('Select Tag 007').checked, box('Select Tag 008').checked]).toEqual([false, true]);
    expect(box('Select all on this page').indeterminate).toBe(true);

    await press(box('Select all on this page'));
    expect(says(`${all} selected`)).toBe(true);
    await press(box('Select all on this page'));
    expect(says(`${allButPage} selected`)).toBe(true);
    await press(screen.getByRole('button', { name: `Select all ${all} matching` }));
    expect(says(`${all} selected`)).toBe(true);
  });

  test('does not choose rows added by others once all rows are deselected', async () => {
    const show = chosenList({ rows: tags(2) });
    await press(box('Select Tag 000'));
    await press(screen.getByRole('button', { name: 'Select all 2 matching' }));
    await press(box('Select Tag 000'));
    await press(box('Select Tag 001'));
    show({ rows: tags(3) });
    expect(box('Select Tag 002').checked).toBe(false);
  });
});

describe('a list whose rows are cached when it opens', () => {
  /** The number of rows in each render of the list, after navigating to it or, with `back`, back to it. */
  async function drawn(back: boolean): Promise<number[]> {
    const counts: number[] = [];
    const count = (): void => {
      counts.push(shown().length);
    };
    const element = (
      <Profiler id="list" onRender={count}>
        <Table rows={tags(120)} />
      </Profiler>
    );
    const router = createMemoryRouter([
      { path: '/', element: null },
      { path: '/list', element },
    ]);
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
    await act(() => router.navigate('/list'));
    if (!back) return counts;
    await act(() => router.navigate('/'));
    counts.length = 0;
    await act(() => router.navigate(-1));
    return counts;
  }

  test.each([
    [660, 10],
    [900, 16],
    [4000, 50],
  ])('first renders the rows that a window of %i px shows', async (height, first) => {
    vi.stubGlobal('innerHeight', height);
    const counts = await drawn(false);
    expect(counts[0]).toBe(first);
    expect(counts.at(-1)).toBe(50);
  });

  test('renders all rows at once on back navigation, where the scroll position may be far down', async () => {
    expect(new Set(await drawn(true))).toEqual(new Set([50]));
  });
});
