import type { AuthInfo } from '#api/auth-info.ts';
import { paths } from '#paths';
import { paletteText } from '#text/palette.ts';
import { shellText } from '#text/shell.ts';
import type { OpenRequest } from '#ui/dialog/open-request.ts';
import { hasAnyFlag, sections } from '../screens.ts';

/** Something the palette leads to. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Stands beside the label, and is searched too. */
  detail?: string;
  go: { to: string; state?: OpenRequest } | { run: () => void };
}

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

interface Shown {
  auth: AuthInfo;
  /** Whether the account that is looked at uses tags. */
  shared: boolean;
}

/** The screens somebody may see, as the menu names them, and those that lie beside it. */
export function screenItems({ auth, shared }: Shown): PaletteItem[] {
  const own = [
    { label: shellText.home, to: paths.home },
    { label: shellText.profile, to: paths.profile },
    { label: shellText.changePassword, to: paths.changePassword },
  ];
  const listed = sections
    .filter(({ anyOf }) => hasAnyFlag(auth, anyOf))
    .flatMap(({ label, screens }) =>
      screens.flatMap(({ path, menu, jump = menu?.label }) =>
        jump && (shared || !menu?.onlyShared) ? [{ label: jump, detail: label, to: path }] : [],
      ),
    );
  return [...listed, ...own].map(({ to, ...item }) => ({ ...item, id: to, go: { to } }));
}

/** What somebody may do, beginning at the screen where it is done. */
export function actionItems({ auth, shared }: Shown, dark: boolean, switchScheme: () => void): PaletteItem[] {
  const provider = auth.rootAdmin || auth.sysAdmin;
  const opening = (label: string, to: string, open: string): PaletteItem => ({
    id: `${to} ${open}`,
    label,
    go: { to, state: { open } },
  });
  return [
    ...(auth.admin ? [opening(paletteText.newUser, paths.users, 'create')] : []),
    ...(auth.admin ? [opening(paletteText.newWebhook, paths.webhooks, 'create')] : []),
    ...(auth.admin && shared ? [opening(paletteText.newTag, paths.tags, 'create')] : []),
    ...(provider
      ? [
          opening(paletteText.newAccount, paths.accounts, 'create'),
          opening(paletteText.issueLicenses, paths.licenses, 'licenses'),
          opening(paletteText.issueAddons, paths.licenses, 'addons'),
          opening(paletteText.leaseTimings, paths.licenses, 'timings'),
        ]
      : []),
    { id: 'scheme', label: dark ? paletteText.lightScheme : paletteText.darkScheme, go: { run: switchScheme } },
    { id: 'log-out', label: paletteText.logOut, go: { to: paths.logout } },
  ];
}

/** The items in which every word that is typed occurs. */
export function matchingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
