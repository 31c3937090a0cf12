import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/roles.ts';

export const rolesText = { title: 'Rollen', none: 'Noch keine Rollen' } satisfies Translation<typeof english.rolesText>;
