/** What is asked before something is deleted, or changes are left behind. */
export const confirmText = {
  deleteTitle:
    'Delete {item, select, account {account} application {application} license {license} serviceAccount {service account} tag {tag} user {user} webhook {webhook} other {{item}}}',
  deleteNamed: 'Delete {name}',
  deleteBody:
    'Are you sure you want to delete this {item, select, account {account} application {application} license {license} serviceAccount {service account} tag {tag} user {user} webhook {webhook} other {{item}}}?',
  delete: 'Delete',
  deleting: 'Deleting...',
  keep: "No don't delete it",
  leaveTitle: 'Leave without saving?',
  leaveBody: 'The changes you made here are not saved.',
  leave: 'Leave',
  stay: 'Stay',
} as const;
