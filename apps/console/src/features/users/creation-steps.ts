import type { BodyInputOf, calls, User } from '@keyhold/contract';
import { usersText } from '#text/users.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { errorStatus } from '#ui/feedback/error-status.ts';
import { addFirstRole, createUser, sendFirstLink } from './users.data.ts';

/** The steps that are done, which a retry does not repeat. */
export interface CreationProgress {
  user: User | null;
  linkSent: boolean;
  addedRoles: readonly string[];
}

export const noProgress: CreationProgress = { user: null, linkSent: false, addedRoles: [] };

/**
 * Creates a user in three steps, starting where an earlier attempt stopped.
 *
 * @throws {Error} with the server's refusal; after the first step, a fixed sentence precedes it.
 */
export async function createInSteps(
  done: CreationProgress,
  body: BodyInputOf<typeof calls.createUser>,
  roles: readonly string[],
  onProgress: (progress: CreationProgress) => void,
): Promise<void> {
  let progress = done;
  const advance = (step: Partial<CreationProgress>): void => {
    progress = { ...progress, ...step };
    onProgress(progress);
  };

  const user = progress.user ?? (await createUser(body));
  advance({ user });
  if (!progress.linkSent) {
    await explained(usersText.linkFailed, () => sendFirstLink(user));
    advance({ linkSent: true });
  }
  for (const role of roles.filter((each) => !progress.addedRoles.includes(each))) {
    await explained(usersText.rolesFailed, () => addFirstRole({ user, role }));
    advance({ addedRoles: [...progress.addedRoles, role] });
  }
}

async function explained(sentence: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (cause) {
    // An ended session is reported elsewhere.
    if (errorStatus(cause) === 401) throw cause;
    throw new Error(`${sentence}. ${messageOf(cause)}`, { cause });
  }
}
