import {
  IconBuildingCommunity,
  IconKey,
  IconPuzzle,
  IconShieldCheck,
  IconTag,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { AuthFlag, AuthInfo } from '#api/auth-info.ts';
import { paths } from '#paths';
import { shellText } from '#text/shell.ts';
import { type Late, late } from './late.tsx';

/** A screen of a section: its address, its code, and its entry in the menu when it has one. */
export interface Screen extends Late {
  path: string;
  menu?: { label: string; icon: TablerIcon; onlyShared?: true };
  /** What it is called where one can jump to it, if it can be jumped to without being in the menu. */
  jump?: string;
}

/** A section of the console, shown to whoever has one of the flags. */
export interface Section {
  label: string;
  anyOf: readonly AuthFlag[];
  screens: readonly Screen[];
}

/** The sections: the router and the side menu are both made of this list. */
export const sections: readonly Section[] = [
  {
    label: shellText.sections.admin,
    anyOf: ['rootAdmin', 'sysAdmin'],
    screens: [
      {
        path: paths.accounts,
        ...late(() => import('#features/accounts/accounts-list.tsx')),
        menu: { label: shellText.accounts, icon: IconBuildingCommunity },
      },
      { path: `${paths.accounts}/:id`, ...late(() => import('#features/accounts/account-detail.tsx')) },
    ],
  },
  {
    label: shellText.sections.iam,
    anyOf: ['admin'],
    screens: [
      {
        path: paths.users,
        ...late(() => import('#features/users/users-list.tsx')),
        menu: { label: shellText.users, icon: IconUsers },
      },
      { path: `${paths.users}/:id`, ...late(() => import('#features/users/user-detail.tsx')) },
      {
        path: paths.roles,
        ...late(() => import('#features/roles/roles-list.tsx')),
        menu: { label: shellText.roles, icon: IconShieldCheck },
      },
      {
        path: paths.tags,
        ...late(() => import('#features/tags/tags-list.tsx')),
        menu: { label: shellText.tags, icon: IconTag, onlyShared: true },
      },
      { path: `${paths.tags}/:id`, ...late(() => import('#features/tags/tag-detail.tsx')) },
      { path: paths.webhooks, ...late(() => import('#features/webhooks/webhooks-list.tsx')), jump: shellText.webhooks },
      { path: `${paths.webhooks}/:id`, ...late(() => import('#features/webhooks/webhook-detail.tsx')) },
    ],
  },
  {
    label: shellText.sections.licensing,
    anyOf: ['admin'],
    screens: [
      {
        path: paths.licenses,
        ...late(() => import('#features/licenses/licenses-list.tsx')),
        menu: { label: shellText.licenses, icon: IconKey },
      },
      { path: `${paths.licenses}/:id`, ...late(() => import('#features/licenses/license-detail.tsx')) },
      { path: paths.usage, ...late(() => import('#features/usage/usage-overview.tsx')), jump: shellText.usageOverview },
      {
        path: paths.unassignedAddons,
        ...late(() => import('#features/addons/unassigned-addons.tsx')),
        menu: { label: shellText.unassignedAddons, icon: IconPuzzle },
      },
    ],
  },
];

/** Whether somebody has one of the flags. */
export function hasAnyFlag(auth: AuthInfo, anyOf: readonly AuthFlag[]): boolean {
  return anyOf.some((flag) => auth[flag]);
}
