import { expect, test } from 'vitest';
import { ApiError } from './error.ts';

function refusal(status: number, statusText: string): Response {
  return new Response(null, { status, statusText });
}

test('ApiError has the first sentence as its message, and keeps all sentences and problems', () => {
  const problem = { code: 'account-name-taken', path: 'name', message: 'This account name already exists.' };
  const error = new ApiError(refusal(409, 'Conflict'), {
    success: false,
    'status-code': 409,
    'reply-to': '01a1',
    errors: ['This account name already exists.', 'Another sentence.'],
    warnings: [],
    problems: [problem],
  });
  expect(error.message).toBe('This account name already exists.');
  expect(error).toMatchObject({ status: 409, requestId: '01a1', problems: [problem] });
  expect(error.errors).toHaveLength(2);
});

test('ApiError accepts a reply with sentences alone, as a proxy may send', () => {
  const error = new ApiError(refusal(401, 'Unauthorized'), { errors: ['Authorization token expired'] });
  expect(error.message).toBe('Authorization token expired');
  expect(error).toMatchObject({ status: 401, requestId: '', problems: [] });
});

test.each([null, 'Bad gateway', [], {}, { errors: [] }, { errors: 'No list.' }, { errors: [1] }])(
  'ApiError without sentences (%j) has the HTTP status text as its message',
  (body) => {
    expect(new ApiError(refusal(502, 'Bad Gateway'), body).message).toBe('Bad Gateway');
  },
);

test('ApiError without a status text has the status in its message', () => {
  expect(new ApiError(refusal(502, ''), null).message).toBe('The server answered 502.');
});
