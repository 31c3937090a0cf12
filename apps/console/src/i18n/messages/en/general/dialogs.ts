/** Questions before a deletion, and before unsaved changes are left. */
export const confirmText = {
  deleteTitle:
    'Delete {item, select, account {account} addon {addon} application {application} license {license} pool {pool} product {product} serviceAccount {service account} tag {tag} user {user} webhook {webhook} other {{item}}}',
  deleteNamed: 'Delete {name}',
  deleteBody:
    'Are you sure you want to delete this {item, select, account {account} addon {addon} application {application} license {license} pool {pool} product {product} serviceAccount {service account} tag {tag} user {user} webhook {webhook} other {{item}}}?',
  delete: 'Delete',
  deleting: 'Deleting...',
  keep: "No don't delete it",
  leaveTitle: 'Leave without saving?',
  leaveBody: 'The changes you made here are not saved.',
  leave: 'Leave',
  stay: 'Stay',
} as const;
