import { calls, type Language } from '@keyhold/contract';
import { language, rememberLanguage } from '#i18n/locale/locale.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { mutation } from '#server/mutation/change.ts';
import { tabStorage } from '#ui/browser-storage.ts';

/** Whether the page can be left without losing input; otherwise the browser prompts. */
function mayLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Reloads the page in another language, unless the device cannot store it. Where typed input would be lost, the
 * language applies from the next load.
 */
function showIn(chosen: Language): void {
  if (rememberLanguage(chosen) && chosen !== language && mayLeave()) window.location.reload();
}

/** Shows the page in the language that the user chose on any device. Without a choice nothing changes. */
export async function followOwnLanguage(user: string): Promise<void> {
  const { item } = await client.send(calls.getPreferences, { params: paramsOf({ rn: user }) });
  if (item.language) showIn(item.language);
}

const keepLanguage = mutation({
  send: ({ rn, chosen }: { rn: string; chosen: Language }) =>
    client.send(calls.updatePreferences, { params: paramsOf({ rn }), body: { language: chosen } }),
  invalidates: [],
  success: null,
});

/** The session storage entry that passes the chosen language to the next page, which stores it on the server. */
const chosenEntry = (user: string): string => `chosenLanguage ${user}`;

/** Reloads the page in another language, stored only on unload: the browser prompts, and the user may stay. */
function reloadIn(chosen: Language, user: string): void {
  const stayed = new AbortController();
  const { signal } = stayed;
  const leave = (): void => {
    if (rememberLanguage(chosen)) tabStorage.setItem(chosenEntry(user), chosen);
  };
  window.addEventListener('pagehide', leave, { once: true, signal });
  // The first event belongs to the reload; another one occurs only if the user stayed.
  const onPrompt = (): void => window.addEventListener('beforeunload', () => stayed.abort(), { once: true });
  window.addEventListener('beforeunload', onPrompt, { once: true });
  window.location.reload();
}

/** Stores a user's language for mails and every device, and shows the page in it. */
export async function chooseOwnLanguage(user: string, chosen: Language): Promise<void> {
  if (chosen !== language && !mayLeave()) {
    // Fails without the server, which the reload needs.
    await client.send(calls.getPreferences, { params: paramsOf({ rn: user }) });
    reloadIn(chosen, user);
    return;
  }
  await keepLanguage({ rn: user, chosen });
  showIn(chosen);
}

/** Stores the language that the user chose before the page was reloaded. */
export async function keepChosenLanguage(user: string): Promise<void> {
  const chosen = tabStorage.getItem(chosenEntry(user));
  tabStorage.removeItem(chosenEntry(user));
  if (chosen) await keepLanguage({ rn: user, chosen: chosen as Language });
}
