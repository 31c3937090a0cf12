/** Sentences of the roles screen. */
export const rolesText = { title: 'Roles', none: 'No roles yet' } as const;
