import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useMatches } from 'react-router';
import type { shellText } from '#i18n/text/every-page.ts';
import type { AuthFlag, AuthInfo } from '#session/auth-info.ts';
import type { ScreenLoader } from './screen-loader.ts';

export type Section = keyof typeof shellText.sections;

/** The flags of which a user needs one for the screens of a section. */
const accessFlags: Readonly<Record<Section, readonly AuthFlag[]>> = {
  admin: ['rootAdmin', 'sysAdmin'],
  iam: ['admin'],
  licensing: ['admin'],
};

/** An action that begins on a screen: the palette opens the screen and then the dialog. */
interface ScreenAction {
  label: string;
  /** The name of the dialog for `useOpenRequest`. */
  open: string;
  /** The user must have access to this section, too. */
  section?: Section;
}

/** A screen of a feature, and its entry in the menu. It is also the handle of its route. */
export interface Screen {
  path: string;
  /** Fetches its code when it is needed. The loader prefetches what it shows first ({@link screenLoader}). */
  code: () => Promise<{ default: ComponentType; loader?: ScreenLoader }>;
  /** Its name in menu and palette; a screen without one is reachable only by links. */
  label?: string;
  /** Its section of the menu; all but `admin` are about the selected account. Without one, every user has access. */
  section?: Section;
  /** Whether it is about the selected account although it is in no section. */
  showsAccount?: boolean;
  /** The icon of its entry in the menu; without one there is no entry. */
  icon?: TablerIcon;
  /** Whether it is offered only if the account's licenses are shared by tags. */
  onlyShared?: boolean;
  /** Whether its form edits the selected account: selecting another account leaves the form. */
  editsAccount?: boolean;
  actions?: readonly ScreenAction[];
}

/** The screens of a list and of a `record` of it, in the same section. */
export function withRecords({ record, ...list }: Screen & { record: Screen['code'] }): readonly Screen[] {
  const { section, path } = list;
  return [list, { path: `${path}/:id`, ...(section && { section }), code: record }];
}

/** The screen of the address; undefined for screens that are not behind the sign-in. */
export function useScreen(): Screen | undefined {
  return useMatches().at(-1)?.handle as Screen | undefined;
}

/** Whether a screen is about the selected account, which its address then names unless it is the user's own. */
export function isAboutAccount({ section, showsAccount = false }: Screen): boolean {
  return section ? section !== 'admin' : showsAccount;
}

/** Whether a user has access to the screens of a section. */
export function hasAccess(auth: AuthInfo, section: Section | undefined): boolean {
  return !section || accessFlags[section].some((flag) => auth[flag]);
}
