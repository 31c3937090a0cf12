import { screens } from '#app/screens.ts';
import { logoutPath } from '#features/auth/auth.paths.ts';
import { paletteText, shellText } from '#i18n/text/every-page.ts';
import { hasAccess, type Screen } from '#screens/screen.ts';
import type { AuthInfo } from '#session/auth-info.ts';
import type { OpenRequest } from '#ui/dialog/open-request.ts';

/** The text typed into the palette. */
export interface PaletteText {
  typed: string;
  /** Whether Enter was pressed before the search returned. */
  entered: boolean;
}

/** An entry of the palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Displayed beside the label, and searched too. */
  detail?: string;
  go: { to: string; state?: OpenRequest } | { run: () => void };
}

interface Shown {
  auth: AuthInfo;
  /** Whether the selected account uses tags. */
  shared: boolean;
}

/** The screens that the user may see and that have a label, including those outside the menu. */
export function screenItems(shown: Shown): PaletteItem[] {
  return offered(shown).flatMap(({ path, label, section }) =>
    label ? [{ id: path, label, ...(section && { detail: shellText.sections[section] }), go: { to: path } }] : [],
  );
}

/** The actions that the user may take. Actions of a screen begin on that screen. */
export function actionItems(shown: Shown, dark: boolean, switchScheme: () => void): PaletteItem[] {
  const actions = offered(shown).flatMap(({ path, actions = [] }) =>
    actions
      .filter(({ section }) => hasAccess(shown.auth, section))
      .map(({ label, open }) => ({ id: `${path} ${open}`, label, go: { to: path, state: { open } } })),
  );
  return [
    ...actions,
    { id: 'scheme', label: dark ? paletteText.lightScheme : paletteText.darkScheme, go: { run: switchScheme } },
    { id: 'log-out', label: paletteText.logOut, go: { to: logoutPath } },
  ];
}

/** The screens that the user may see. */
export function offered({ auth, shared }: Shown): Screen[] {
  return screens.filter(({ section, onlyShared }) => hasAccess(auth, section) && (shared || !onlyShared));
}

/** The items that contain every typed word. */
export function matchingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
