import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuthInfo } from './use-session.ts';

function Name() {
  return <>{useAuthInfo().user['first-name']}</>;
}

test('useAuthInfo throws when nobody is signed in', () => {
  expect(() => renderToString(<Name />)).toThrow('Authentication is required.');
});
