export const accountsPath = '/admin/accounts';
export const accountPath = (id: string): string => `${accountsPath}/${encodeURIComponent(id)}`;
