import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuthInfo } from './use-session.ts';

function Name() {
  return <>{useAuthInfo().user['first-name']}</>;
}

test('whoever asks who is signed in while nobody is gets an error', () => {
  expect(() => renderToString(<Name />)).toThrow('Authentication is required.');
});
