import type { BodyInputOf, calls, User } from '@keyhold/contract';
import { usersText } from '#i18n/text/people.ts';
import { inOneRefetch } from '#server/mutation/change.ts';
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
 * @param onFailure Receives the steps that are done, for a retry.
 * @throws {Error} with the server's refusal; after the first step, a fixed sentence precedes it.
 */
export async function createInSteps(
  done: CreationProgress,
  body: BodyInputOf<typeof calls.createUser>,
  roles: readonly string[],
  onFailure: (progress: CreationProgress) => void,
): Promise<void> {
  await inOneRefetch(() => takeSteps(done, body, roles, onFailure));
}

async function takeSteps(...[done, body, roles, onFailure]: Parameters<typeof createInSteps>): Promise<void> {
  let { user, linkSent, addedRoles } = done;
  try {
    const created = user ?? (await createUser(body));
    user = created;
    if (!linkSent) await explained(usersText.linkFailed, () => sendFirstLink(created));
    linkSent = true;
    for (const role of roles.filter((each) => !done.addedRoles.includes(each))) {
      await explained(usersText.rolesFailed, () => addFirstRole({ user: created, role }));
      addedRoles = [...addedRoles, role];
    }
  } catch (error) {
    onFailure({ user, linkSent, addedRoles });
    throw error;
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
