import { type BodyInputOf, calls } from '@keyhold/contract';
import { authText } from '#i18n/text/every-page.ts';
import { client } from '#server/client/client.ts';
import { session } from '#session/session.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';

/** Changes the user's own password, which ends all of the user's sessions, including this one. */
export async function changePassword(id: string, body: BodyInputOf<typeof calls.changePassword>): Promise<void> {
  await session.endWith(client.send(calls.changePassword, { params: { id }, body }));
  toastSuccess(authText.passwordUpdated);
}
