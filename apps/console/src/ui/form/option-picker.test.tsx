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
  test('takes Enter for what was typed whole, and for the only one that is left', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('name 1');
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen).toEqual([['v1']]);
    it.type('11');
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen.at(-1)).toEqual(['v1', 'v11']);
  });

  test('chooses nothing by Enter where several are left, and does not submit the form', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('Name');
    const submits = fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(submits).toBe(false);
    expect(it.chosen).toEqual([]);
  });

  test('leaves Enter to the active option', () => {
    const it = picker({ options: names(12) });
    it.open();
    it.type('Name');
    fireEvent.keyDown(it.field(), { key: 'ArrowDown', code: 'ArrowDown' });
    fireEvent.keyDown(it.field(), { key: 'Enter', code: 'Enter' });
    expect(it.chosen).toEqual([['v0']]);
  });

  test('of several offers what is not chosen yet, and says what is', () => {
    const it = picker({ chosen: ['v1'] });
    it.open();
    expect(it.options()).toEqual(['Name 0', 'Name 2']);
    expect(it.field().getAttribute('aria-description')).toBe('Chosen: Name 1');
    fireEvent.click(screen.getByRole('option', { name: 'Name 2' }));
    expect(it.chosen).toEqual([['v1', 'v2']]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Name 1' }));
    expect(it.chosen.at(-1)).toEqual(['v2']);
  });

  test('says that all are chosen, and that nothing is found', () => {
    const it = picker({ chosen: ['v0', 'v1', 'v2'] });
    it.open();
    expect(screen.getByText('All chosen already.')).toBeTruthy();
    it.type('zzz');
    expect(screen.getByText('No tags found.')).toBeTruthy();
  });

  test('reads what is chosen again when its list closes without a choice', () => {
    const it = picker({ chosen: ['v1'] });
    it.open();
    it.type('zzz');
    fireEvent.keyDown(it.field(), { key: 'Escape', code: 'Escape' });
    expect((it.field() as HTMLInputElement).value).toBe('');
    it.open();
    expect(it.options()).toEqual(['Name 0', 'Name 2']);
  });

  test('searches its options without regard to case, and shows a hundred at most', () => {
    const it = picker({ options: names(150) });
    it.open();
    expect(it.options()).toHaveLength(101);
    it.type('NAME 14');
    expect(it.options()).toHaveLength(11);
  });

  test('of too many options passes on what is typed, and searches what it has until they are there', () => {
    const onSearch = vi.fn();
    const it = picker({ onSearch, pending: true, more: true });
    it.open();
    it.type('name 2');
    expect(onSearch).toHaveBeenLastCalledWith('name 2');
    expect(it.options()[0]).toBe('Name 2');
  });

  test('without options says why, and cannot be used', () => {
    const it = picker({ options: [] });
    expect(it.field().textContent).toBe('No tags.');
    expect((it.field() as HTMLButtonElement).disabled).toBe(true);
  });
});
