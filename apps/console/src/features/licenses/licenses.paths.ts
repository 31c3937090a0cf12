export const licensesPath = '/licensing/licenses';
export const licensePath = (id: string): string => `${licensesPath}/${encodeURIComponent(id)}`;
