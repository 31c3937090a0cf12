import { calls, type Language, resourceIdOf } from '@keyhold/contract';
import { language, rememberLanguage } from '#locale/locale.ts';
import { client } from './client.ts';

/** Shows the page anew in another language, unless the device cannot remember it. */
function showIn(chosen: Language): void {
  if (rememberLanguage(chosen) && chosen !== language) window.location.reload();
}

/** After signing in: the language that the user chose on any device is that of the page. Without a choice nothing changes. */
export async function followOwnLanguage(user: string): Promise<void> {
  const { item } = await client.send(calls.getPreferences, { params: { id: resourceIdOf(user) } });
  if (item.language) showIn(item.language);
}

/** Keeps a user's choice of language, for mails and every device, and shows the page in it. The latest choice counts. */
export async function chooseOwnLanguage(user: string, chosen: Language): Promise<void> {
  await client.send(calls.updatePreferences, { params: { id: resourceIdOf(user) }, body: { language: chosen } });
  showIn(chosen);
}
