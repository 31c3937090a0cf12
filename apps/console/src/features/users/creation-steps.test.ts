import type { User } from '@keyhold/contract';
import { describe, expect, test } from 'vitest';
import { type CreationProgress, createInSteps, noProgress } from './creation-steps.ts';

const user = { rn: 'keyhold:eu-1:a:user:u' } as User;

/** Steps that record what was done, and fail at the given step. */
function stepsFailingAt(failing: string) {
  const done: string[] = [];
  const step = async (name: string): Promise<void> => {
    if (name === failing) throw new Error('No mail today.');
    done.push(name);
  };
  return {
    done,
    steps: {
      create: async () => {
        await step('create');
        return user;
      },
      sendLink: () => step('link'),
      addRole: (_: User, role: string) => step(role),
    },
  };
}

async function attempt(from: CreationProgress, failing: string) {
  let progress = from;
  const { done, steps } = stepsFailingAt(failing);
  const error = await createInSteps(from, ['r1', 'r2'], steps, (next) => {
    progress = next;
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { done, progress, error };
}

describe('creating a user in three steps', () => {
  test('creates, sends the link and adds the roles, in this order', async () => {
    expect(await attempt(noProgress, 'nothing')).toMatchObject({ done: ['create', 'link', 'r1', 'r2'], error: null });
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
