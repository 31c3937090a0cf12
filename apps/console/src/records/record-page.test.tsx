import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { useRequiredParam } from './record-page.tsx';

function Id() {
  return <>{useRequiredParam('id')}</>;
}

function shown(path: string): string {
  return renderToString(
    <MemoryRouter initialEntries={['/things/0199']}>
      <Routes>
        <Route path={path} element={<Id />} />
      </Routes>
    </MemoryRouter>,
  );
}

test('returns a parameter of the address', () => {
  expect(shown('/things/:id')).toBe('0199');
});

test('throws if the parameter is missing', () => {
  expect(() => shown('/things/:other')).toThrow('id is missing in the URL');
});
