export const tagsPath = '/iam/tags';
export const tagPath = (id: string): string => `${tagsPath}/${encodeURIComponent(id)}`;
