/** What is asked before something is deleted, or changes are left behind. */
export const confirmText = {
  deleteTitle: (item: string): string => `Delete ${item}`,
  deleteBody: (item: string): string => `Are you sure you want to delete this ${item}?`,
  delete: 'Delete',
  deleting: 'Deleting...',
  keep: "No don't delete it",
  leaveTitle: 'Leave without saving?',
  leaveBody: 'The changes you made here are not saved.',
  leave: 'Leave',
  stay: 'Stay',
} as const;
