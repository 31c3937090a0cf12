import type { User } from '@keyhold/contract';
import { describe, expect, test, vi } from 'vitest';
import { type CreationProgress, createInSteps, noProgress } from './creation-steps.ts';

const user = { rn: 'keyhold:eu-1:a:user:u' } as User;
const body = { email: 'ada@acme.example', 'first-name': 'Ada', 'last-name': 'Acme', 'account-id': 'a' };

const step = vi.hoisted(() => vi.fn<(name: string) => Promise<void>>());
vi.mock('./users.data.ts', () => ({
  createUser: () => step('create').then(() => user),
  sendFirstLink: () => step('link'),
  addFirstRole: ({ role }: { role: string }) => step(role),
}));

/** Creates the user, failing at the given step; returns what was done. */
async function attempt(from: CreationProgress, failing: string) {
  let progress = from;
  const done: string[] = [];
  step.mockImplementation(async (name) => {
    if (name === failing) throw new Error('No mail today.');
    done.push(name);
  });
  const error = await createInSteps(from, body, ['r1', 'r2'], (next) => {
    progress = next;
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { done, progress, error };
}

describe('creating a user in three steps', () => {
  test('creates, sends the link and adds the roles, in this order, and leaves nothing to try again', async () => {
    expect(await attempt(noProgress, 'nothing')).toEqual({
      done: ['create', 'link', 'r1', 'r2'],
      progress: noProgress,
      error: null,
    });
  });

  test('stops at a refused creation, with only the message of the server', async () => {
    expect(await attempt(noProgress, 'create')).toMatchObject({
      done: [],
      error: 'No mail today.',
      progress: noProgress,
    });
  });

  test('reports a failed link, and does not create the user again on a retry', async () => {
    const first = await attempt(noProgress, 'link');
    expect(first.error).toBe(
      'User was created but there was en error while sending the activation link. No mail today.',
    );
    expect(await attempt(first.progress, 'nothing')).toMatchObject({ done: ['link', 'r1', 'r2'], error: null });
  });

  test('reports a failed role, and adds only the missing roles on a retry', async () => {
    const first = await attempt(noProgress, 'r2');
    expect(first.error).toBe(
      'User was created and activation link was sent, but there was en error while adding the roles. No mail today.',
    );
    expect(await attempt(first.progress, 'nothing')).toMatchObject({ done: ['r2'], error: null });
  });
});
