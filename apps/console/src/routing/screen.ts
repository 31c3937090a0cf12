import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useMatches } from 'react-router';
import type { AuthFlag, AuthInfo } from '#api/auth-info.ts';
import type { ScreenLoader } from '#api/screen-loader.ts';
import type { shellText } from '#text/shell.ts';

/** The code of a screen, as its file exports it. */
export interface ScreenCode {
  default: ComponentType;
  /** Requests what the screen shows first ({@link screenLoader}). */
  loader?: ScreenLoader;
}

/** An action that begins on a screen: the palette opens the screen and the dialog. */
interface ScreenAction {
  label: string;
  /** The dialog, as `useOpenRequest` names it. */
  open: string;
  /** The user needs one of these flags beside those of the screen. */
  access?: readonly AuthFlag[];
}

/** A screen of a feature: who may see it, and where the menu has it. It is also the handle of its route. */
export interface Screen {
  path: string;
  /** The user needs one of these flags; without flags it is for every user. */
  access?: readonly AuthFlag[];
  /** Fetches its code when it is needed. */
  code: () => Promise<ScreenCode>;
  /** Its name in menu and palette; a screen without one is reached by links only. */
  label?: string;
  /** Its section of the menu. */
  section?: keyof typeof shellText.sections;
  /** Its entry in the menu. */
  icon?: TablerIcon;
  /** Whether it is offered only where the account's licenses are shared by tags. */
  onlyShared?: boolean;
  /** Whether it lists records of the selected account. */
  listsAccount?: boolean;
  /** Whether it shows a record of such a list. */
  showsRecord?: boolean;
  /** Whether its form changes the selected account: whoever selects another one leaves it. */
  editsAccount?: boolean;
  actions?: readonly ScreenAction[];
}

/** The screen of a list, and that of a `record` of it, with the same access. */
export function withRecords({ record, ...list }: Screen & { record: Screen['code'] }): readonly Screen[] {
  const { access, listsAccount: showsRecord = false } = list;
  return [list, { path: `${list.path}/:id`, ...(access && { access }), showsRecord, code: record }];
}

/** The screen of the address; undefined where none is behind the sign-in. */
export function useScreen(): Screen | undefined {
  return useMatches().at(-1)?.handle as Screen | undefined;
}

export function hasAccess(auth: AuthInfo, flags: readonly AuthFlag[] | undefined): boolean {
  return !flags || flags.some((flag) => auth[flag]);
}
