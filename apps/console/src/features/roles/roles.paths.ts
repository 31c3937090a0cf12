export const rolesPath = '/iam/roles';
