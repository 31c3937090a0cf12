export const usersPath = '/iam/users';
export const userPath = (id: string): string => `${usersPath}/${encodeURIComponent(id)}`;
export const importUsersPath = '/iam/users/import';
