import { type BodyInputOf, calls } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { session } from '#api/session.ts';
import { authText } from '#text/auth.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';

/** Changes the own password; every session of it ends, this one too. */
export async function changePassword(id: string, body: BodyInputOf<typeof calls.changePassword>): Promise<void> {
  await session.endWith(client.send(calls.changePassword, { params: { id }, body }));
  toastSuccess(authText.passwordUpdated);
}
