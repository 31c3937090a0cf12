export const poolsPath = '/licensing/pools';
export const poolPath = (id: string): string => `${poolsPath}/${encodeURIComponent(id)}`;
