import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useMatches } from 'react-router';
import type { AuthFlag, AuthInfo } from '#api/auth-info.ts';
import type { ScreenLoader } from '#api/screen-loader.ts';
import type { shellText } from '#text/shell.ts';

/** An action that begins on a screen: the palette opens the screen and then the dialog. */
interface ScreenAction {
  label: string;
  /** The name of the dialog for `useOpenRequest`. */
  open: string;
  /** The user needs one of these flags in addition to one of the screen's. */
  access?: readonly AuthFlag[];
}

/** A screen of a feature: its access flags and its entry in the menu. It is also the handle of its route. */
export interface Screen {
  path: string;
  /** The user needs one of these flags; without flags the screen is for every user. */
  access?: readonly AuthFlag[];
  /** Fetches its code when it is needed. The loader prefetches what it shows first ({@link screenLoader}). */
  code: () => Promise<{ default: ComponentType; loader?: ScreenLoader }>;
  /** Its name in menu and palette; a screen without one is reachable only by links. */
  label?: string;
  /** Its section of the menu. The screens of all but `admin` are about the selected account. */
  section?: keyof typeof shellText.sections;
  /** The icon of its entry in the menu; without one there is no entry. */
  icon?: TablerIcon;
  /** Whether it is offered only if the account's licenses are shared by tags. */
  onlyShared?: boolean;
  /** Whether its form edits the selected account: selecting another account leaves the form. */
  editsAccount?: boolean;
  actions?: readonly ScreenAction[];
}

/** The screens of a list and of a `record` of it, with the same access and section. */
export function withRecords({ record, ...list }: Screen & { record: Screen['code'] }): readonly Screen[] {
  const { access, section, path } = list;
  return [list, { path: `${path}/:id`, ...(access && { access }), ...(section && { section }), code: record }];
}

/** The screen of the address; undefined for screens that are not behind the sign-in. */
export function useScreen(): Screen | undefined {
  return useMatches().at(-1)?.handle as Screen | undefined;
}

export function hasAccess(auth: AuthInfo, flags: readonly AuthFlag[] | undefined): boolean {
  return !flags || flags.some((flag) => auth[flag]);
}
