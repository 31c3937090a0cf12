import { calls, type Language } from '@keyhold/contract';
import { language, rememberLanguage } from '#locale/locale.ts';
import { mutation, paramsOf } from './change.ts';
import { client } from './client.ts';

/** Whether leaving the page loses nothing; where it would, the browser asks. */
function mayLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Reloads the page in another language, unless the device cannot store it. Where something typed would be lost, the page
 * has it when it is next loaded.
 */
function showIn(chosen: Language): void {
  if (rememberLanguage(chosen) && chosen !== language && mayLeave()) window.location.reload();
}

/** The language that the user chose on any device is that of the page. Without a choice nothing changes. */
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

/** Where a page that is left for another language names it to the next one, which stores it on the server. */
const chosenEntry = (user: string): string => `chosenLanguage ${user}`;

/** Reloads the page in another language, which is stored only as the page goes: the browser asks, and the user may stay. */
function reloadIn(chosen: Language, user: string): void {
  const stayed = new AbortController();
  const { signal } = stayed;
  const leave = (): void => {
    if (rememberLanguage(chosen)) sessionStorage.setItem(chosenEntry(user), chosen);
  };
  window.addEventListener('pagehide', leave, { once: true, signal });
  // The first event is that of the reload: there is another one only for a user who has stayed.
  const asked = (): void => window.addEventListener('beforeunload', () => stayed.abort(), { once: true });
  window.addEventListener('beforeunload', asked, { once: true });
  window.location.reload();
}

/** Stores a user's language for mails and every device, and shows the page in it. */
export async function chooseOwnLanguage(user: string, chosen: Language): Promise<void> {
  if (chosen !== language && !mayLeave()) {
    // Without the server there is no fresh page.
    await client.send(calls.getPreferences, { params: paramsOf({ rn: user }) });
    reloadIn(chosen, user);
    return;
  }
  await keepLanguage({ rn: user, chosen });
  showIn(chosen);
}

/** Stores the language for which the user has left the page before. */
export async function keepChosenLanguage(user: string): Promise<void> {
  const chosen = sessionStorage.getItem(chosenEntry(user));
  sessionStorage.removeItem(chosenEntry(user));
  if (chosen) await keepLanguage({ rn: user, chosen: chosen as Language });
}
