import { expect, test } from 'vitest';
import { ApiError } from './error.ts';

function refusal(status: number, statusText: string): Response {
  return new Response(null, { status, statusText });
}

test('a refusal says its first sentence, and keeps what programs read', () => {
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

test('the sentences alone are enough: what stands between console and server may answer no more', () => {
  const error = new ApiError(refusal(401, 'Unauthorized'), { errors: ['Authorization token expired'] });
  expect(error.message).toBe('Authorization token expired');
  expect(error).toMatchObject({ status: 401, requestId: '', problems: [] });
});

test.each([null, 'Bad gateway', [], {}, { errors: [] }, { errors: 'No list.' }, { errors: [1] }])(
  'without sentences (%j) a refusal says the HTTP status text',
  (body) => {
    expect(new ApiError(refusal(502, 'Bad Gateway'), body).message).toBe('Bad Gateway');
  },
);

test('without a status text it says the status', () => {
  expect(new ApiError(refusal(502, ''), null).message).toBe('The server answered 502.');
});
