export const serviceAccountsPath = '/iam/service-accounts';
export const serviceAccountPath = (id: string): string => `${serviceAccountsPath}/${encodeURIComponent(id)}`;
