// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OptionPicker, type PickerProps } from './option-picker.tsx';

afterEach(cleanup);

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Name ${index}` }));

/** A selector of some options, and what has been chosen in it. */
function picker({ chosen: first = [], ...props }: Partial<PickerProps> & { chosen?: string[] }) {
  const chosen: (readonly string[])[] = [];
  function Picker() {
    const [value, setValue] = useState<readonly string[]>(first);
    const change = (next: string[]): void => {
      chosen.push(next);
      setValue(next);
    };
    return (
      <OptionPicker
        label="Tags"
        options={names(3)}
        empty="No tags."
        nothingFound="No tags found."
        {...props}
        value={value}
        onChange={change}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <Picker />
    </MantineProvider>,
  );
  const field = () => screen.getByRole('combobox', { name: 'Tags' });
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  return { chosen, field, type, options, open: () => fireEvent.click(field()) };
}

describe('a selector', () => {
  test('chooses the exact match or the only remaining option on Enter', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('name 1');
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen).toEqual([['v1']]);
    it.type('11');
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen.at(-1)).toEqual(['v1', 'v11']);
  });

  test('chooses nothing on Enter if several options remain, and does not submit the form', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('Name');
    const submits = fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(submits).toBe(false);
    expect(it.chosen).toEqual([]);
  });

  test('chooses the active option on Enter', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('Name');
    fireEvent.keyDown(it.field(), { key: 'ArrowDown', code: 'ArrowDown' });
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen).toEqual([['v0']]);
  });

  test('offers the options that are not chosen yet and describes the chosen ones', () => {
    const it = picker({ chosen: ['v1'] });
    it.open();
    expect(it.options()).toEqual(['Name 0', 'Name 2']);
    expect(it.field().getAttribute('aria-description')).toBe('Chosen: Name 1');
    fireEvent.click(screen.getByRole('option', { name: 'Name 2' }));
    expect(it.chosen).toEqual([['v1', 'v2']]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Name 1' }));
    expect(it.chosen.at(-1)).toEqual(['v2']);
  });

  test('displays that all are chosen or that nothing is found', () => {
    const it = picker({ chosen: ['v0', 'v1', 'v2'] });
    it.open();
    expect(screen.getByText('All are already chosen.')).toBeTruthy();
    it.type('zzz');
    expect(screen.getByText('No tags found.')).toBeTruthy();
  });

  test('drops the typed text when its list closes without a choice', () => {
    const it = picker({ chosen: ['v1'] });
    it.open();
    it.type('zzz');
    fireEvent.keyDown(it.field(), { key: 'Escape', code: 'Escape' });
    expect((it.field() as HTMLInputElement).value).toBe('');
    it.open();
    expect(it.options()).toEqual(['Name 0', 'Name 2']);
  });

  test('searches its options case-insensitively, and shows a hundred at most', () => {
    const it = picker({ options: names(150) });
    it.open();
    expect(it.options()).toHaveLength(101);
    it.type('NAME 14');
    expect(it.options()).toHaveLength(11);
  });

  test('passes the typed text to the server search and filters its options until the reply', () => {
    const onSearch = vi.fn();
    const it = picker({ onSearch, pending: true, more: true });
    it.open();
    it.type('name 2');
    expect(onSearch).toHaveBeenLastCalledWith('name 2');
    expect(it.options()[0]).toBe('Name 2');
  });

  test('is disabled and displays the reason if it has no options', () => {
    const it = picker({ options: [] });
    expect(it.field().textContent).toBe('No tags.');
    expect((it.field() as HTMLButtonElement).disabled).toBe(true);
  });
});
