import { calls, type Language } from '@keyhold/contract';
import { language, rememberLanguage } from '#locale/locale.ts';
import { mutation, paramsOf } from './change.ts';
import { client } from './client.ts';

/** Shows the page anew in another language, unless the device cannot remember it. */
function showIn(chosen: Language): void {
  if (rememberLanguage(chosen) && chosen !== language) window.location.reload();
}

/** After signing in: the language that the user chose on any device is that of the page. Without a choice nothing changes. */
export async function followOwnLanguage(user: string): Promise<void> {
  const { item } = await client.send(calls.getPreferences, { params: paramsOf({ rn: user }) });
  if (item.language) showIn(item.language);
}

/** Keeps a user's choice of language, for mails and every device. The latest choice counts. */
const keepLanguage = mutation({
  send: ({ rn, chosen }: { rn: string; chosen: Language }) =>
    client.send(calls.updatePreferences, { params: paramsOf({ rn }), body: { language: chosen } }),
  touches: [],
  success: null,
});

/** Keeps a user's choice of language, and shows the page in it. */
export async function chooseOwnLanguage(user: string, chosen: Language): Promise<void> {
  await keepLanguage({ rn: user, chosen });
  showIn(chosen);
}
