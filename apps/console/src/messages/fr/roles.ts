import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/roles.ts';

export const rolesText = { title: 'Rôles', none: 'Aucun rôle pour le moment' } satisfies Translation<
  typeof english.rolesText
>;
