import { rolesQuery } from '#api/roles-and-tags.ts';
import { screenLoader } from '#api/screen-loader.ts';

export const loadRoles = screenLoader(rolesQuery);
