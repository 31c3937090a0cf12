export const unassignedAddonsPath = '/licensing/unassignedAddons';
