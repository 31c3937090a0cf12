import { calls, type Language } from '@keyhold/contract';
import { language, rememberLanguage } from '#locale/locale.ts';
import { mutation, paramsOf } from './change.ts';
import { client } from './client.ts';

/** Reloads the page in another language, unless the device cannot store it. */
function showIn(chosen: Language): void {
  if (rememberLanguage(chosen) && chosen !== language) window.location.reload();
}

/**
 * The language that the user chose on any device is that of the page. Without a choice nothing changes; where something
 * typed would be lost, the page has it when it is next loaded.
 */
export async function followOwnLanguage(user: string): Promise<void> {
  const { item } = await client.send(calls.getPreferences, { params: paramsOf({ rn: user }) });
  if (!item.language) return;
  const mayLeave = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  if (mayLeave) showIn(item.language);
  else rememberLanguage(item.language);
}

const keepLanguage = mutation({
  send: ({ rn, chosen }: { rn: string; chosen: Language }) =>
    client.send(calls.updatePreferences, { params: paramsOf({ rn }), body: { language: chosen } }),
  invalidates: [],
  success: null,
});

/** Stores a user's language for mails and every device, and shows the page in it. */
export async function chooseOwnLanguage(user: string, chosen: Language): Promise<void> {
  await keepLanguage({ rn: user, chosen });
  showIn(chosen);
}
