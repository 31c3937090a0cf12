import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Named } from '#api/named.ts';
import { refresh } from '#api/query-client.ts';
import { usersText } from '#text/users.ts';
import { toastSuccess } from '#ui/toast.tsx';

interface MembershipCalls {
  add: (rn: string) => Promise<unknown>;
  remove: (rn: string) => Promise<unknown>;
}

/** What has to be added and removed to get from one set to the other. */
export function difference(held: readonly string[], wanted: readonly string[]) {
  return {
    added: wanted.filter((rn) => !held.includes(rn)),
    removed: held.filter((rn) => !wanted.includes(rn)),
  };
}

/** The form of what a user holds, roles or tags: it is saved as the calls that add and remove. */
export function useMembershipForm(held: readonly Named[], { add, remove }: MembershipCalls) {
  const rns = held.map(({ rn }) => rn);
  const form = useForm<{ chosen: string[] }>({ initialValues: { chosen: rns } });
  const text = JSON.stringify(rns);

  // As long as nobody chooses something else, the form follows the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another set on the server is a reason.
  useEffect(() => {
    if (form.isDirty()) return;
    form.setInitialValues({ chosen: rns });
    form.setValues({ chosen: rns });
  }, [text]);

  const save = async ({ chosen }: { chosen: string[] }): Promise<void> => {
    const { added, removed } = difference(rns, chosen);
    try {
      for (const rn of added) await add(rn);
      for (const rn of removed) await remove(rn);
    } finally {
      await refresh('user');
    }
    toastSuccess(usersText.updated);
  };
  return { form, save };
}
