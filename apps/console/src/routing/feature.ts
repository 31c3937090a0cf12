import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import type { AuthFlag, AuthInfo } from '#api/auth-info.ts';
import type { shellText } from '#text/shell.ts';

/** What a screen is made of. Each is fetched when it is needed, as React Router's `lazy` takes it. */
export interface LazyScreen {
  Component: () => Promise<ComponentType>;
  /** Requests what the screen shows first ({@link screenLoader}). */
  loader?: () => Promise<LoaderFunction>;
}

/** An action that begins on a screen: the palette opens the screen and the dialog. */
export interface ScreenAction {
  label: string;
  /** The dialog, as `useOpenRequest` names it. */
  open: string;
  /** Flags of which the user needs one, beside those of the feature. */
  access?: readonly AuthFlag[];
}

/** A screen of a feature, which is also the handle of its route. */
export interface Screen {
  path: string;
  lazy: LazyScreen;
  /** Its name in menu and palette; a screen without one is reached by links only. */
  label?: string;
  /** Its entry in the menu. */
  icon?: TablerIcon;
  /** Whether it is offered only where the account's licenses are shared by tags. */
  onlyShared?: boolean;
  /** Whether it lists what belongs to the viewed account. */
  listsAccount?: boolean;
  actions?: readonly ScreenAction[];
}

/** A folder of `features`: its screens, who may see them, and where the menu has them. */
export interface Feature {
  /** A feature without a section is not in the menu. */
  section?: keyof typeof shellText.sections;
  /** Flags of which the user needs one; without flags it is for every user. */
  access?: readonly AuthFlag[];
  screens: readonly Screen[];
}

/** Whether a user has one of the flags. */
export function hasAccess(auth: AuthInfo, flags: readonly AuthFlag[] | undefined): boolean {
  return !flags || flags.some((flag) => auth[flag]);
}
