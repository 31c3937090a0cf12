/** The addresses of the screens to which other code links. */

export const homePath = '/';
export const loginPath = '/login';
export const resetPath = '/login/reset';
export const activatePath = '/activate';
export const logoutPath = '/logout';
export const profilePath = '/profile';
export const changePasswordPath = '/change-password';
export const accountsPath = '/admin/accounts';
export const accountPath = (id: string): string => `${accountsPath}/${encodeURIComponent(id)}`;
export const registeredApplicationsPath = '/admin/applications';
export const usersPath = '/iam/users';
export const userPath = (id: string): string => `${usersPath}/${encodeURIComponent(id)}`;
export const tagsPath = '/iam/tags';
export const tagPath = (id: string): string => `${tagsPath}/${encodeURIComponent(id)}`;
export const serviceAccountsPath = '/iam/service-accounts';
export const serviceAccountPath = (id: string): string => `${serviceAccountsPath}/${encodeURIComponent(id)}`;
export const securityPath = '/iam/security';
export const singleSignOnPath = '/iam/single-sign-on';
export const directoryPath = '/iam/directory';
export const licensesPath = '/licensing/licenses';
export const licensePath = (id: string): string => `${licensesPath}/${encodeURIComponent(id)}`;
export const unassignedAddonsPath = '/licensing/unassignedAddons';
export const usagePath = '/licensing/usage';
export const webhooksPath = '/iam/webhooks';
export const webhookPath = (id: string): string => `${webhooksPath}/${encodeURIComponent(id)}`;
