export const unassignedAddonsPath = '/licensing/unassignedAddons';
export const addonsPath = '/admin/addons';
export const addonPath = (id: string): string => `${addonsPath}/${encodeURIComponent(id)}`;
